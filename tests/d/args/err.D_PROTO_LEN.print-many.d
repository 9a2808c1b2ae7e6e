/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print() with an argument too many. */
BEGIN
{
	print(1, 1);
}

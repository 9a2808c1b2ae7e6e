/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloca() with an argument too many. */
BEGIN
{
	x = alloca(1, 1);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sym() with an argument too many. */
BEGIN
{
	sym(8, 1);
}

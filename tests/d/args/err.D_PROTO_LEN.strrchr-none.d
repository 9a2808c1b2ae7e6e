/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strrchr() without arguments. */
BEGIN
{
	x = strrchr();
}

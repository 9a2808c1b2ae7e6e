/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strstr() without arguments. */
BEGIN
{
	x = strstr();
}

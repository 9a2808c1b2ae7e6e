/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strchr() without arguments. */
BEGIN
{
	x = strchr();
}

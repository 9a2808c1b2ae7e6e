/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mod() without arguments. */
BEGIN
{
	mod();
}

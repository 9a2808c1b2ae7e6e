/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* substr() without arguments. */
BEGIN
{
	x = substr();
}

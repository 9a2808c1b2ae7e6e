/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* // is no comment. */
BEGIN
{
	x = 1; // one
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stack() has one argument. */
BEGIN
{
	stack(1, 2);
	exit(0);
}

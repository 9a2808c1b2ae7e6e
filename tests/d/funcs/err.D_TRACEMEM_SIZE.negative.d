/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The size is positive. */
BEGIN
{
	tracemem("a", -1);
	exit(0);
}

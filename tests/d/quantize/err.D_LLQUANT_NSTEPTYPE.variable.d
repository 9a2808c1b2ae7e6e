/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of steps is a constant. */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, pid);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The factor is a constant. */
BEGIN
{
	@ = llquantize(1, pid, 0, 6, 20);
	exit(0);
}

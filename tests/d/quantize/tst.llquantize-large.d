/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The largest magnitude that fits 64 bits: its end is more than a signed number holds, and is not shown as one. */
#pragma D option quiet

BEGIN
{
	@ = llquantize(9000000000000000000, 10, 17, 18, 10);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The third argument of tracemem() limits the dump. */
#pragma D option quiet

BEGIN
{
	tracemem(probename, 24, 3);
	exit(0);
}

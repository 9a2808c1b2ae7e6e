/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The size of tracemem() is a constant. */
int x;

BEGIN
{
	x = 4;
	tracemem(probename, x);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translator of a plain number. */
#pragma D option quiet

struct out { int plus; int minus; };
translator struct out < int I > {
	plus = I + 1;
	minus = I - 1;
};
BEGIN
{
	x = 5;
	printf("%d %d\n", xlate <struct out> (x).plus, xlate <struct out> (x).minus);
	exit(0);
}

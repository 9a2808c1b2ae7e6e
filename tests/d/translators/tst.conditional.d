/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Members with conditions and functions. */
#pragma D option quiet

struct out { string kind; int length; };
translator struct out < int I > {
	kind = I < 0 ? "negative" : I == 0 ? "zero" : "positive";
	length = strlen("abc") + I;
};
BEGIN
{
	x = -1;
	printf("%s %s %d\n", xlate <struct out> (x).kind, xlate <struct out> (0).kind, xlate <struct out> (7).length);
	exit(0);
}

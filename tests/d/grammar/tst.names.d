/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Names with digits, underscores and the words that are no keywords. */
#pragma D option quiet

BEGIN
{
	_a1 = 1; A_B = 2; x_ = 3; sizeofx = 4; iff = 5; __ = 6; main = 7; class = 8;
	printf("%d%d%d%d%d%d%d%d\n", _a1, A_B, x_, sizeofx, iff, __, main, class);
	exit(0);
}

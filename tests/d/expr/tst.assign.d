/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* All forms of assignment. */
#pragma D option quiet

BEGIN
{
	x = 5; x += 3; printf("%d ", x); x -= 1; printf("%d ", x); x *= 6; printf("%d ", x); x /= 4; printf("%d ", x); x %= 4; printf("%d ", x);
	x |= 12; printf("%d ", x); x &= 10; printf("%d ", x); x ^= 3; printf("%d ", x); x <<= 2; printf("%d ", x); x >>= 1; printf("%d\n", x);
	a = b = c = 4;
	printf("%d %d %d\n", a, b, c);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Constants that are added or multiplied to more than an int holds are 64 bits wide, as one that is written out: so nanoseconds are
 * counted in scripts. What an unsigned type holds wraps, as in C.
 */
#pragma D option quiet

inline int SECOND = 1000000000;
inline int LIMIT = 10;

BEGIN
{
	this->ns = (uint64_t)6000000000;
	printf("%d %d\n", this->ns > 5 * 1000000000, this->ns > LIMIT * SECOND);
	printf("%d %d\n", this->ns - 5 * SECOND, this->ns / (3 * SECOND));
	printf("%d %d %d\n", 4 * 1024 * 1024 * 1024, 2147483647 + 1, -2147483647 - 2);
	printf("%d %d\n", sizeof (2147483646 + 1), sizeof (2147483647 + 1));
	printf("%u %u\n", 4294967295u + 1, 0u - 1);
	limit = 10 * SECOND;
	printf("%d\n", limit);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Constants, and inlines of inlines. */
#pragma D option quiet

inline int ONE = 1;
inline int TWO = ONE + ONE;
inline string NAME = "inline";
inline uint64_t BIG = 0xffffffffffffffff;
BEGIN
{
	printf("%d %d %s %u\n", ONE, TWO, NAME, BIG);
	exit(0);
}

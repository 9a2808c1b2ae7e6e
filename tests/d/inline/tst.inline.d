/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Inlines, with and without parameters. */
#pragma D option quiet

inline int two = 1 + 1;
inline string name = "abc";
inline int add[int a, int b] = a + b;
inline int twice[int a] = add[a, a];
inline char small = 300;
BEGIN
{
	printf("%d %s %d %d %d\n", two, name, add[two, 5], twice[21], small);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Parameters: the argument is an expression. */
#pragma D option quiet

inline int add[int a, int b] = a + b;
inline string pick[int n] = n == 1 ? "one" : n == 2 ? "two" : "many";
BEGIN
{
	printf("%d %d %s %s\n", add[1, 2], add[add[1, 2], 3] * 2, pick[2], pick[9]);
	exit(0);
}

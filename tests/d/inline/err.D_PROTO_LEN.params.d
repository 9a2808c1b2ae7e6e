/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline has all its parameters. */
inline int f[int a, int b] = a + b;
BEGIN
{
	trace(f[1]);
	exit(0);
}

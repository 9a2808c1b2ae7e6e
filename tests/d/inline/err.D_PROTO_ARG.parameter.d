/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An argument of an inline has the type of its parameter. */
inline int add[int a, int b] = a + b;
BEGIN
{
	trace(add[1, "a"]);
	exit(0);
}

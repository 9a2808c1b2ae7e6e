/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A declaration may begin with the name of a type that begins with an underscore.
 * @@options: -q
 */
typedef int _int_t;
_Bool yes;
_int_t n;

BEGIN
{
	yes = 5;
	n = 5;
	printf("%d %d\n", yes, n);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Nor in a variable that is declared as such a pointer. */
struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->a; };
struct out *kept;
BEGIN
{
	kept = xlate <struct out *> ((struct in *)alloca(sizeof (struct in)));
	exit(0);
}

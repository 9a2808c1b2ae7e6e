/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation as a whole needs all members. */
struct in { int a; };
struct out { int b; int c; };
translator struct out < struct in *p > { b = p->a; };
struct out kept;
BEGIN
{
	kept = xlate <struct out> ((struct in *)alloca(sizeof(struct in)));
	exit(0);
}

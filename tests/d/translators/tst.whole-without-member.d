/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation as a whole: a member that the translator says nothing about is 0. */
#pragma D option quiet
struct in { int a; };
struct out { int b; int c; string s; };
translator struct out < struct in *p > { b = p->a + 5; };
struct out kept;
BEGIN
{
	kept.c = 7;
	kept = *xlate <struct out *> ((struct in *)alloca(sizeof(struct in)));
	printf("%d %d [%s]\n", kept.b, kept.c, kept.s);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation to a pointer cannot be kept: nothing is there that it could point to. */
struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->a; };
BEGIN
{
	this->kept = xlate <struct out *> ((struct in *)alloca(sizeof (struct in)));
	exit(0);
}

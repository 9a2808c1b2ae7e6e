/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No such member. */
struct a { int x; };
struct a *p;
BEGIN
{
	trace(p->y);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field has no size. */
struct a { int x : 3; };
struct a *p;
BEGIN
{
	trace(sizeof (p->x));
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* & of a bit-field. */
struct a { int x : 3; };
struct a *p;
BEGIN
{
	trace(&p->x);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure without definition has no members. */
struct never *p;
BEGIN
{
	trace(p->y);
	exit(0);
}

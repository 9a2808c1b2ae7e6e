/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* -> needs a pointer to a structure. */
int *p;
BEGIN
{
	trace(p->y);
	exit(0);
}

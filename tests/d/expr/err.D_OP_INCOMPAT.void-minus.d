/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Void pointers have no distance. */
void *p;
BEGIN
{
	trace(p - p);
	exit(0);
}

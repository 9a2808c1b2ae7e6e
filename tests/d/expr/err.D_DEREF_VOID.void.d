/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* * of a void pointer. */
void *p;
BEGIN
{
	trace(*p);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A cast to a structure. */
struct a { int x; };
BEGIN
{
	trace((struct a)1);
	exit(0);
}

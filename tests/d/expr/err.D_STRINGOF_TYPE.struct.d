/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stringof of a structure. */
struct a { int x; };
struct a s;
BEGIN
{
	trace(stringof (s));
	exit(0);
}

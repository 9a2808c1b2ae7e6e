/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unknown member. */
struct o { int a; };
translator struct o < int I > { b = I; };
BEGIN
{
	trace(1);
	exit(0);
}

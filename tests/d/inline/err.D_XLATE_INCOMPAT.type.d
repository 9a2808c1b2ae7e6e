/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member of another type. */
struct o { int a; };
translator struct o < int I > { a = "x"; };
BEGIN
{
	trace(1);
	exit(0);
}

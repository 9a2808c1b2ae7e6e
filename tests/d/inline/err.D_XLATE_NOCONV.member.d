/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member without translation. */
struct o { int a; int b; };
translator struct o < int I > { a = I; };
BEGIN
{
	trace(xlate <struct o> (1).b);
	exit(0);
}

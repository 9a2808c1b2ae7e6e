/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translator is declared once. */
struct o { int a; };
translator struct o < int I > { a = I; };
translator struct o < int I > { a = I; };
BEGIN
{
	trace(1);
	exit(0);
}

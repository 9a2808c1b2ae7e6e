/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation is used by its members. */
struct o { int a; };
translator struct o < int I > { a = I; };
BEGIN
{
	xlate <struct o> (1);
	exit(0);
}

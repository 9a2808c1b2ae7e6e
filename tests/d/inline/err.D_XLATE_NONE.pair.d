/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No such translator. */
struct o { int a; };
BEGIN
{
	trace(xlate <struct o> (1).a);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A union inside of a structure, with a structure inside. */
#pragma D option quiet

struct s {
	int kind;
	union { int i; struct { short lo; short hi; } h; char c; } u;
};
struct s v;
BEGIN
{
	v.kind = 1;
	v.u.i = 0x00020001;
	printf("%d %d %d %d\n", v.u.h.lo, v.u.h.hi, v.u.c, v.kind);
	exit(0);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The address of an element and of a member of a global. */
#pragma D option quiet

struct s { int a; int b[3]; };
struct s v;
BEGIN
{
	v.a = 5;
	v.b[0] = 6;
	v.b[1] = 7;
	v.b[2] = 8;
	this->p = &v.b[1];
	printf("%d %d %d\n", *this->p, this->p[-1], this->p[1]);
	printf("%d\n", (uintptr_t)&v.b[2] - (uintptr_t)&v.a);
	exit(0);
}

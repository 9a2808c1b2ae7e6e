/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Structures, unions and their members.
 * @@isa: x86_64 i386 aarch64 riscv64
 */
#pragma D option quiet

struct point { int x; int y; };
union both { int i; char c[4]; struct point p; };
struct point a;
union both u;
BEGIN
{
	a.x = 3; a.y = -4;
	u.i = 0x41424344;
	printf("%d %d %d %c\n", a.x, a.y, sizeof (union both), u.c[1]);
	exit(0);
}

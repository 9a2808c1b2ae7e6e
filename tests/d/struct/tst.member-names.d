/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Members have names of their own: those of variables and of other structures are free. */
#pragma D option quiet

struct a { int pid; int x; };
struct b { char x; int pid; };
struct a x;
struct b y;
BEGIN
{
	x.x = 1; x.pid = 2; y.x = 'c'; y.pid = 3;
	printf("%d %d %c %d\n", x.x, x.pid, y.x, y.pid);
	exit(0);
}

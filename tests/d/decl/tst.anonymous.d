/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Members of anonymous structures and unions. */
#pragma D option quiet

struct s { int a; union { int b; short c; }; };
struct s x;
BEGIN
{
	x.b = 0x10002;
	printf("%d %d\n", x.c, offsetof (struct s, b));
	exit(0);
}

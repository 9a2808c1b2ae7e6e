/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* offsetof counts as C lays out. */
#pragma D option quiet

struct s { char a; short b; int c; long long d; char e[3]; int f; };
union u { int a; char b; };
BEGIN
{
	printf("%d %d %d %d %d %d\n", offsetof(struct s, a), offsetof(struct s, b), offsetof(struct s, c),
	    offsetof(struct s, d), offsetof(struct s, e), offsetof(struct s, f));
	printf("%d %d\n", offsetof(union u, a), offsetof(union u, b));
	exit(0);
}

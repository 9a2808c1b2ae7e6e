/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* So it is with variables of a thread and of a clause, in rows of rows, and under ++ and op=. */
#pragma D option quiet

self int a[2];
this int b[2];
int m[2][3];
int i;

BEGIN { i = 1; self->a[i] = 4; self->a[i]++; self->a[i] += 10; printf("%d\n", self->a[1]); }
BEGIN { i = 2; self->a[i]++; printf("not reached\n"); }
BEGIN { i = 1; this->b[i] = 3; printf("%d\n", this->b[i]); i = 2; this->b[i] += 1; printf("not reached\n"); }
BEGIN { i = 1; m[i][i + 1] = 6; printf("%d\n", m[1][2]); }
BEGIN { i = 1; m[i][i + 2] = 1; }
BEGIN { i = 2; m[i][0] = 1; }
BEGIN { exit(0); }
ERROR { printf("fault %d, index %d\n", arg4, (int)arg5); }

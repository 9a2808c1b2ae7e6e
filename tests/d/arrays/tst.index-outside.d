/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An index that is known only at the firing faults when the array of a D variable has no such element, be it read or written. */
#pragma D option quiet

struct inner { int cell[4]; };
int v[3];
struct inner s[2];
int i;

BEGIN { i = 2; v[i] = 5; printf("%d\n", v[i]); }
BEGIN { i = 3; v[i] = 7; printf("not reached\n"); }
BEGIN { i = -1; printf("%d\n", v[i]); }
BEGIN { i = 1; s[i].cell[i + 2] = 9; printf("%d\n", s[1].cell[3]); }
BEGIN { i = 1; s[i].cell[i + 3] = 9; printf("not reached\n"); }
BEGIN { i = 2; printf("%d\n", s[i].cell[0]); }
BEGIN { exit(0); }
ERROR { printf("fault %d, index %d\n", arg4, (int)arg5); }

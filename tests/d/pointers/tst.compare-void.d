/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pointer is compared with void *, with integers and with NULL. */
#pragma D option quiet

int *p;
void *q;

BEGIN { p = (int *)8; q = (void *)8; printf("%d %d %d %d\n", p == q, p > NULL, p == 8, p < q); exit(0); }

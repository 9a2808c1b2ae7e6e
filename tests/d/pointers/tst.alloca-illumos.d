/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Without compat=oracle a variable holds what it is given. */
#pragma D option quiet

void *q;

BEGIN { p = alloca(10); p = q; printf("%d\n", p == NULL); exit(0); }

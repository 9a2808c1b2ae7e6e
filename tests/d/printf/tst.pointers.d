/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Pointers and addresses. */
#pragma D option quiet

BEGIN { printf("%p %p %#p\n", (void *)0xabc, (int *)0, (void *)16); exit(0); }

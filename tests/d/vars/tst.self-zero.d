/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Assigning 0 to a thread-local frees it; it can be assigned again.
 * @@options: -x dynvarsize=64k
 */
#pragma D option quiet

BEGIN { self->x = 5; self->x = 0; printf("%d ", self->x); self->x = 6; printf("%d\n", self->x); exit(0); }

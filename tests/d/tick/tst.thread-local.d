/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The ticks of a CPU share their thread-local variables: they interrupt the same thread on a quiet machine.
 * @@engine: host
 */
#pragma D option quiet
tick-20ms { self->count++; }
tick-21ms { self->other = self->count > 0 ? "seen" : "not seen"; }
tick-200ms { printf("%d %s\n", self->count > 2, self->other); exit(0); }

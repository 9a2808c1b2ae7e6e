/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * called.c - the probes of a system call. The operating system comes here by itself, and not by way of the provider,
 * which would take a tenth more instructions; a firing is made only for what reads it.
 */
#include <dtrace/provider.h>

#include "core/entry.h"
#include "core/fire/fire.h"

#define ERRNO_MAX 4095 /* the kernel's: values -4095..-1 are errors (include/linux/err.h, MAX_ERRNO) */

/* A firing, and what it is made from. */
struct entering {
	struct dt_firing *firing;
	struct isa_regs *regs;
};

struct leaving {
	struct dt_firing *firing;
	struct isa_regs *regs;
	uint64_t *args; /* two */
	int64_t value;
};

DT_PROBE_INLINE void make(struct dt_firing *firing, struct isa_regs *regs, int error)
{
	firing->regs = regs;
	firing->data = 0;
	firing->error = error;
	firing->user = DT_FIRING_CALLED;
	firing->edge = false;
}

/* Its arguments are asked for (ops->arg_get). */
DT_PROBE_INLINE void make_entering(const void *of)
{
	const struct entering *from = of;

	make(from->firing, from->regs, 0);
	from->firing->arg_count = 0;
}

DT_PROBE_INLINE void make_leaving(const void *of)
{
	const struct leaving *from = of;

	make(from->firing, from->regs, from->value < 0 && from->value >= -ERRNO_MAX ? (int)-from->value : 0);
	from->args[0] = from->args[1] = (uint64_t)from->value;
	from->firing->args = from->args;
	from->firing->arg_count = 2;
}

DT_PROBE_CTX void dt_call_entered(const struct dt_called *first, struct isa_regs *regs)
{
	DT_UNINITIALIZED struct dt_firing firing;
	const struct entering from = { &firing, regs };
	struct dt_cpu *self = dt_walk_cpu(os_cpu_self());

	do
		dt_walk(self, &first->probe, &firing, make_entering, &from, false);
	while ((first = DT_READ_ONCE(first->next)) != NULL);
}

DT_PROBE_CTX void dt_call_left(const struct dt_called *first, struct isa_regs *regs, int64_t value)
{
	DT_UNINITIALIZED struct dt_firing firing;
	DT_UNINITIALIZED uint64_t args[2];
	const struct leaving from = { &firing, regs, args, value };
	struct dt_cpu *self = dt_walk_cpu(os_cpu_self());

	do
		dt_walk(self, &first->probe, &firing, make_leaving, &from, false);
	while ((first = DT_READ_ONCE(first->next)) != NULL);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* framework.c - the framework lock, the CPUs, cross calls. */
#include "core/framework/framework.h"

#include "base/memory.h"

struct dt_framework dt_framework;
static struct os_mutex_kind framework_lock = { .name = "dtrace: framework" };

/* ---- the lock -------------------------------------------------------------------------------- */

static uint32_t self_id(void)
{
	return (uint32_t)os_fact(OS_FACT_TID);
}

bool dt_framework_held(void)
{
	return DT_READ_ONCE(dt_framework.owner) == self_id();
}

void dt_framework_lock(void)
{
	DT_ASSERT(!dt_framework_held());
	os_mutex_lock(&dt_framework.lock);
	DT_WRITE_ONCE(dt_framework.owner, self_id());
}

void dt_framework_unlock(void)
{
	DT_WRITE_ONCE(dt_framework.owner, 0);
	os_mutex_unlock(&dt_framework.lock);
}

bool dt_framework_enter(void)
{
	if (dt_framework_held())
		return false;
	dt_framework_lock();
	return true;
}

void dt_framework_leave(bool taken)
{
	if (taken)
		dt_framework_unlock();
}

/* ---- without firings ------------------------------------------------------------------------- */

struct quiet_call {
	void (*fn)(void *arg);
	void *arg;
};

static void quiet_here(void *arg)
{
	struct dt_cpu *self = &dt_framework.cpus[os_cpu_self()];
	struct quiet_call *call = arg;

	DT_WRITE_ONCE(self->in_probe, 1);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	call->fn(call->arg);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	DT_WRITE_ONCE(self->in_probe, 0);
}

int dt_xcall(int cpu, void (*fn)(void *arg), void *arg)
{
	struct quiet_call call = { fn, arg };

	return os_xcall(cpu, quiet_here, &call);
}

void dt_framework_quiet(void (*fn)(void *arg), void *arg)
{
	struct quiet_call call = { fn, arg };
	unsigned long irq = os_irq_save();

	quiet_here(&call);
	os_irq_restore(irq);
}

/* ---- life ------------------------------------------------------------------------------------ */

int dt_framework_init(void)
{
	unsigned int i;

	dt_memset(&dt_framework, 0, sizeof(dt_framework));
	dt_framework.cpu_count = os_cpu_count();
	dt_framework.cpus = os_alloc(dt_framework.cpu_count * sizeof(*dt_framework.cpus));
	if (dt_framework.cpus == NULL)
		return -OS_ENOMEM;
	for (i = 0; i < dt_framework.cpu_count; i++) {
		dt_framework.cpus[i].id = i;
		dt_framework.cpus[i].stall_in = 1;
	}
	dt_framework.states_end = &dt_framework.states;
	os_mutex_init(&dt_framework.lock, &framework_lock);
	return 0;
}

void dt_framework_fini(void)
{
	os_mutex_fini(&dt_framework.lock);
	os_free(dt_framework.cpus);
	dt_framework.cpus = NULL;
}

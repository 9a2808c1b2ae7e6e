/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* framework.c - start and end of the framework, its lock, and modules that come and go. */
#include "core/framework.h"

#include "core/ecb.h"
#include "core/entry.h"
#include "core/plan.h"
#include "core/probe.h"
#include "core/provider.h"
#include "core/state.h"
#include "core/util.h"

struct dt_framework dt_framework;

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

/* ---- cross calls ----------------------------------------------------------------------------- */

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

/* ---- modules --------------------------------------------------------------------------------- */

/* Probes that have come since @first are matched against everything that is enabled. */
static void match_new_probes(uint32_t first)
{
	struct dt_enable_result result;
	struct dt_state *state;

	if (dt_probes_next_id() == first)
		return;
	for (state = dt_framework.states; state != NULL; state = state->next) {
		dt_memset(&result, 0, sizeof(result));
		if (state->plans.count > 0 && DT_READ_ONCE(state->activity) <= DT_ACTIVITY_ACTIVE &&
		    dt_enabling_match((struct dt_plan **)state->plans.entry, state->plans.count, first, &result) != 0)
			os_log("no memory to trace a new module's probes");
	}
}

static void module_coming(const char *module)
{
	struct dt_provider *provider;
	uint32_t first;

	dt_framework_lock();
	first = dt_probes_next_id();
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->ops->provide_module != NULL)
			provider->ops->provide_module(provider->arg, module);
	}
	match_new_probes(first);
	dt_framework_unlock();
}

static void module_going(const char *module)
{
	struct dt_provider *provider;

	dt_framework_lock();
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->ops->remove_module == NULL)
			continue;
		provider->ops->remove_module(provider->arg, module);
		dt_probes_destroy(provider, module);
	}
	dt_framework_unlock();
}

/* ---- life ------------------------------------------------------------------------------------ */

static int tables_init(void)
{
	int error = dt_names_init();

	if (error != 0)
		return error;
	error = dt_probes_init();
	if (error != 0)
		dt_names_fini();
	return error;
}

int dt_core_init(void)
{
	unsigned int i;
	int error;

	dt_memset(&dt_framework, 0, sizeof(dt_framework));
	dt_framework.cpu_count = os_cpu_count();
	dt_framework.cpus = os_alloc(dt_framework.cpu_count * sizeof(*dt_framework.cpus));
	if (dt_framework.cpus == NULL)
		return -OS_ENOMEM;
	for (i = 0; i < dt_framework.cpu_count; i++)
		dt_framework.cpus[i].id = i;
	os_mutex_init(&dt_framework.lock);
	error = tables_init();
	if (error != 0)
		goto undo_lock;
	error = os_module_watch(module_coming, module_going);
	if (error != 0 && error != -OS_EOPNOTSUPP) /* not supported: there are no modules that come and go */
		goto undo_tables;
	return 0;

undo_tables:
	dt_probes_fini();
	dt_names_fini();
undo_lock:
	os_mutex_fini(&dt_framework.lock);
	os_free(dt_framework.cpus);
	return error;
}

void dt_core_fini(void)
{
	os_module_watch(NULL, NULL);
	DT_ASSERT(dt_framework.states == NULL && dt_framework.providers == NULL);
	dt_probes_fini();
	dt_names_fini();
	os_mutex_fini(&dt_framework.lock);
	os_free(dt_framework.cpus);
	dt_framework.cpus = NULL;
}

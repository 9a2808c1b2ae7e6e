/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* framework.c - start and end of the framework, its lock, and modules that come and go. */
#include "core/framework/framework.h"

#include "core/enabling/ecb.h"
#include "core/entry.h"
#include "core/probe/match.h"
#include "core/enabling/plan.h"
#include "core/probe/probe.h"
#include "core/probe/provider.h"
#include "core/state/state.h"
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

/* Whether what comes now is of interest to this consumer. */
static bool state_follows(const struct dt_state *state)
{
	return state->plans.count > 0 && DT_READ_ONCE(state->activity) <= DT_ACTIVITY_ACTIVE;
}

/* Probes are made on demand: what is enabled with a pattern that fits the module is such a demand. */
static void provide_enabled(const struct dt_state *state, const char *module)
{
	struct dtrace_probedesc *pattern = os_alloc(sizeof(*pattern));
	const struct dt_plan *plan, *before = NULL;
	struct dt_enable_result refused;
	uint32_t i;

	dt_memset(&refused, 0, sizeof(refused));
	for (i = 0; i < state->plans.count && pattern != NULL; i++, before = plan) {
		plan = state->plans.entry[i];
		if (plan->desc.id != DTRACE_IDNONE || !dt_match_field(plan->desc.module, module))
			continue;
		if (before != NULL && dt_memcmp(&before->desc, &plan->desc, sizeof(plan->desc)) == 0)
			continue;
		*pattern = plan->desc;
		dt_strlcpy(pattern->module, module, sizeof(pattern->module));
		dt_providers_provide(pattern, &refused);
	}
	if (pattern == NULL || dt_provide_error(&refused) == -OS_ENOMEM)
		os_log("no memory to make a new module's probes");
	os_free(pattern);
}

/* Probes that have come since @first, or came back, are matched against everything that is enabled. */
static void match_new_probes(uint32_t first)
{
	struct dt_enable_result result;
	struct dt_state *state;

	if (dt_probes_next_id() == first && !dt_probes_revived())
		return;
	for (state = dt_framework.states; state != NULL; state = state->next) {
		dt_memset(&result, 0, sizeof(result));
		if (state_follows(state) &&
		    dt_enabling_match((struct dt_plan **)state->plans.entry, state->plans.count, first, &result) != 0)
			os_log("no memory to trace a new module's probes");
	}
	dt_probes_settled();
}

static void module_coming(const char *module)
{
	struct dt_provider *provider;
	struct dt_state *state;
	uint32_t first;

	dt_framework_lock();
	first = dt_probes_next_id();
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->ops->provide_module != NULL)
			provider->ops->provide_module(provider->arg, module);
	}
	for (state = dt_framework.states; state != NULL; state = state->next) {
		if (state_follows(state))
			provide_enabled(state, module);
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

/* ---- a failed assertion ---------------------------------------------------------------------- */

/*
 * From the failed assertion on no firing runs (dt_probe_fire looks at `broken`): that is all that
 * can be done where it failed, perhaps in a firing, perhaps under our own locks. The rest waits for
 * the next tick of a consumer's deadman, which queues this task.
 */
static DT_PROBE_CTX void framework_break(void)
{
	DT_WRITE_ONCE(dt_framework.broken, 1);
}

static void break_all(void *arg)
{
	struct dt_state *state;

	dt_framework_lock();
	for (state = dt_framework.states; state != NULL; state = state->next) {
		dt_state_kill(state);
		dt_enabling_unmatch((struct dt_plan **)state->plans.entry, state->plans.count);
	}
	dt_framework_unlock();
	os_log("an assertion of the tracer failed: all tracing is stopped until the module is loaded anew (see "
	       "/proc/dtrace/trace)");
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
	for (i = 0; i < dt_framework.cpu_count; i++) {
		dt_framework.cpus[i].id = i;
		dt_framework.cpus[i].stall_in = 1;
	}
	os_mutex_init(&dt_framework.lock);
	os_task_init(&dt_framework.break_task, break_all, NULL);
	os_assert_watch(framework_break);
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
	os_assert_watch(NULL);
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
	os_assert_watch(NULL);
	os_task_drain(&dt_framework.break_task);
	os_mutex_fini(&dt_framework.lock);
	os_free(dt_framework.cpus);
	dt_framework.cpus = NULL;
}

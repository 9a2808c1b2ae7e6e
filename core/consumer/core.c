/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* core.c - start and end of the core, and the end of all tracing after a failed assertion. */
#include "core/entry.h"

#include "core/consumer/consumer.h"
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/unwind/unwind.h"
#include "core/watch/watch.h"

/* ---- a failed assertion ---------------------------------------------------------------------- */

/*
 * After a failed assertion no firing runs (dt_probe_fire checks `broken`). No more can be done
 * where it failed, perhaps in a firing, perhaps under our own locks. The next tick of a consumer's
 * deadman queues this task, which does the rest.
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

int dt_core_init(void)
{
	int error = dt_framework_init();

	if (error != 0)
		return error;
	dt_helpers_init();
	dt_watches_init();
	os_task_init(&dt_framework.break_task, break_all, NULL);
	os_assert_watch(framework_break);
	error = dt_probes_init();
	if (error != 0)
		goto undo_framework;
	error = dt_stacks_init();
	if (error != 0)
		goto undo_probes;
	error = os_module_watch(dt_module_coming, dt_module_going);
	if (error != 0 && error != -OS_EOPNOTSUPP) /* not supported: no modules come and go there */
		goto undo_stacks;
	return 0;

undo_stacks:
	dt_stacks_fini();
undo_probes:
	dt_probes_fini();
undo_framework:
	os_assert_watch(NULL);
	dt_watches_fini();
	dt_helpers_fini();
	dt_framework_fini();
	return error;
}

void dt_core_fini(void)
{
	os_module_watch(NULL, NULL);
	DT_ASSERT(dt_framework.states == NULL && dt_framework.providers == NULL);
	dt_stacks_fini();
	dt_probes_fini();
	os_assert_watch(NULL);
	os_task_drain(&dt_framework.break_task);
	dt_watches_fini();
	dt_helpers_fini();
	dt_framework_fini();
}

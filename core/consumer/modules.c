/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* modules.c - modules that come and go: their probes are made, matched with what is enabled, and destroyed. */
#include "core/consumer/consumer.h"

#include "core/consumer/ioctl.h"
#include "core/enabling/enabling.h"
#include "core/entry.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "base/memory.h"
#include "base/text.h"

/* Whether this consumer still wants probes of new modules. */
static bool state_follows(const struct dt_state *state)
{
	return state->plans.count > 0 && dt_state_activity(state) <= DT_ACTIVITY_ACTIVE;
}

/* Probes are made on demand: an enabling whose pattern fits the module is such a demand. */
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
		dt_providers_provide(pattern, false, &refused);
	}
	if (pattern == NULL || refused.error == -OS_ENOMEM)
		os_log("no memory to make a new module's probes");
	os_free(pattern);
}

void dt_match_new_probes(uint32_t first, const struct dt_state *meaning, const struct dt_meant *meant)
{
	struct dt_enable_result result;
	struct dt_state *state;

	if (dt_probes_next_id() == first && !dt_probes_revived() && !meant)
		return;
	for (state = dt_framework.states; state != NULL; state = state->next) {
		dt_memset(&result, 0, sizeof(result));
		if (state_follows(state) &&
		    dt_enabling_match_new((struct dt_plan **)state->plans.entry, state->plans.count, first,
					  state == meaning ? meant : NULL, &result) != 0)
			os_log("no memory to trace new probes");
	}
	dt_probes_settled();
}

/* The kernel's symbols are not what they were. Two modules may come or go at a time. */
static void count_change(void)
{
	__atomic_add_fetch(&dt_framework.module_changes, 1, __ATOMIC_RELAXED);
}

void dt_module_coming(const char *module)
{
	struct dt_provider *provider;
	struct dt_state *state;
	uint32_t first;

	count_change();
	dt_sites_modules_changed();
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
	dt_match_new_probes(first, NULL, NULL);
	dt_framework_unlock();
}

void dt_module_going(const char *module)
{
	struct dt_provider *provider;

	count_change();
	dt_sites_modules_changed();
	dt_framework_lock();
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->ops->remove_module == NULL)
			continue;
		provider->ops->remove_module(provider->arg, module);
		dt_probes_destroy(provider, module);
	}
	dt_framework_unlock();
}

int dt_ioctl_modules(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	arg->changes = DT_READ_ONCE(dt_framework.module_changes);
	return 0;
}

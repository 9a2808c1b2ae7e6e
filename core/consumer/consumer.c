/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer.c - consumers: opening, loading programs, closing. */
#include "core/consumer/consumer.h"

#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/consumer/ioctl.h"
#include "core/probe/probe.h"
#include "base/line.h"
#include "core/dif/dif.h"
#include "core/unwind/unwind.h"
#include "core/watch/watch.h"

/* ---- opening and closing --------------------------------------------------------------------- */

static struct os_mutex_kind consumer_lock = { .name = "dtrace: consumer" };

static int state_fill(struct dt_state *state)
{
	state->cpu_only = -1;
	state->cache_count = UINT32_MAX;
	dt_options_init(&state->options);
	state->cpus = os_alloc(dt_framework.cpu_count * sizeof(struct dt_state_cpu *));
	state->ioctl_arg = os_alloc(sizeof(*state->ioctl_arg));
	state->ioctl_item = os_alloc(DT_ITEM_MAX);
	state->vars = dt_vars_create();
	if (state->cpus == NULL || state->ioctl_arg == NULL || state->ioctl_item == NULL || state->vars == NULL)
		return -OS_ENOMEM;
	return os_module_get();
}

static void state_free(struct dt_state *state)
{
	dt_vars_destroy(state->vars);
	os_subject_free(state->subject);
	os_free(state->ioctl_item);
	os_free(state->ioctl_arg);
	os_free(state->cpus);
	os_free(state);
}

static void state_link(struct dt_state *state)
{
	state->link = dt_framework.states_end;
	*state->link = state;
	dt_framework.states_end = &state->next;
}

static void state_unlink(struct dt_state *state)
{
	*state->link = state->next;
	if (state->next != NULL)
		state->next->link = state->link;
	else
		dt_framework.states_end = state->link;
}

int dt_state_open(struct dt_state **ret)
{
	struct dt_state *state = os_alloc(sizeof(*state));
	int error;

	if (state == NULL)
		return -OS_ENOMEM;
	error = DT_READ_ONCE(dt_framework.broken) ? -OS_EIO : state_fill(state);
	if (error != 0) {
		state_free(state);
		return error;
	}
	os_mutex_init(&state->lock, &consumer_lock);
	dt_framework_lock();
	state_link(state);
	dt_framework_unlock();
	*ret = state;
	return 0;
}

/* Called after all of a consumer's own memory has been freed, which may have ended the shortage. */
static void give_back(void)
{
	dt_framework_lock();
	if (dt_framework.states == NULL)
		dt_probes_trim(os_memory_short());
	dt_framework_unlock();
}

void dt_state_close(struct dt_state *state)
{
	struct dt_program *program;
	uint32_t i;

	if (state == NULL)
		return;
	if (state->watch)
		dt_watch_end(state->watch); /* before all that may wait for processes which wait for us */
	dt_state_quiet(state);
	dt_framework_lock();
	state_unlink(state);
	dt_enabling_unmatch((struct dt_plan **)state->plans.entry, state->plans.count);
	dt_probes_destroy_idle();
	dt_framework_unlock();
	dt_state_close_processes(state);
	if (state->uses_stacks)
		dt_stacks_unuse();
	dt_watch_free(state->watch);
	dt_state_deallocate(state);
	for (i = 0; i < state->plans.count; i++)
		dt_plan_destroy(state->plans.entry[i]);
	while ((program = state->programs) != NULL) {
		state->programs = program->next;
		dt_program_destroy(program);
	}
	dt_table_free(&state->plans);
	dt_table_free(&state->ecbs);
	dt_table_free(&state->aggs);
	dt_table_free(&state->formats);
	os_mutex_fini(&state->lock);
	state_free(state);
	give_back();
	os_module_put();
}

/* ---- loading --------------------------------------------------------------------------------- */

/* The lengths of the tables, to restore when a program cannot be loaded. */
struct load_mark {
	uint32_t plans, ecbs, aggs, formats, cache_next;
};

static void load_mark(const struct dt_state *state, struct load_mark *mark)
{
	mark->plans = state->plans.count;
	mark->ecbs = state->ecbs.count;
	mark->aggs = state->aggs.count;
	mark->formats = state->formats.count;
	mark->cache_next = state->cache_next;
}

/*
 * Forget the EPIDs of doomed plans. A module that came in the meantime may have given later ones to
 * plans of an earlier program: those stay.
 */
static void load_undo_ecbs(struct dt_state *state, const struct load_mark *mark)
{
	struct dt_table *table = &state->ecbs;
	const struct dt_ecb *ecb;
	uint32_t i;

	for (i = mark->ecbs; i < table->count; i++) {
		ecb = table->entry[i];
		if (ecb != NULL && ecb->plan->doomed)
			table->entry[i] = NULL;
	}
	while (table->count > mark->ecbs && table->entry[table->count - 1] == NULL)
		table->count--;
	if (table->count == mark->ecbs)
		state->cache_next = mark->cache_next;
}

static void load_undo(struct dt_state *state, const struct load_mark *mark)
{
	struct dt_plan **plans = (struct dt_plan **)state->plans.entry + mark->plans;
	uint32_t count = state->plans.count - mark->plans, i;

	dt_framework_lock();
	dt_enabling_unmatch(plans, count);
	load_undo_ecbs(state, mark);
	state->plans.count = mark->plans;
	dt_framework_unlock();
	for (i = 0; i < count; i++)
		dt_plan_destroy(plans[i]);
	state->aggs.count = mark->aggs;
	state->formats.count = mark->formats;
}

static bool section_loaded(const struct dt_program *program, uint32_t index, enum dof_sect type)
{
	const struct dof_sec *section = &program->dof.sections[index];

	return section->type == (uint32_t)type && (section->flags & DOF_SECF_LOAD);
}

/* Whether the program may be loaded in this activity: when tracing has begun, only options that may change then. */
static int load_allowed(const struct dt_state *state, const struct dt_program *program)
{
	const struct dof_optdesc *options;
	uint32_t i, j;
	size_t size;

	if (dt_state_activity(state) == DT_ACTIVITY_INACTIVE)
		return 0;
	for (i = 0; i < program->dof.header->secnum; i++) {
		if (section_loaded(program, i, DOF_SECT_ECBDESC))
			return -OS_EBUSY;
		if (!section_loaded(program, i, DOF_SECT_OPTDESC))
			continue;
		options = dt_dof_section(&program->dof, i, &size);
		for (j = 0; j < size / sizeof(*options); j++) {
			if (!dt_option_dynamic(options[j].option))
				return -OS_EBUSY;
		}
	}
	return 0;
}

static void load_options(struct dt_options *options, const struct dt_program *program)
{
	const struct dof_optdesc *desc;
	uint32_t i, j;
	size_t size;

	for (i = 0; i < program->dof.header->secnum; i++) {
		if (!section_loaded(program, i, DOF_SECT_OPTDESC))
			continue;
		desc = dt_dof_section(&program->dof, i, &size);
		for (j = 0; j < size / sizeof(*desc); j++)
			dt_option_give(options, desc[j].option, desc[j].value);
	}
}

static int load_variables(struct dt_state *state, struct dt_program *program, const char **reason_ret)
{
	uint32_t i;
	int error;

	for (i = 0; i < program->dof.header->secnum; i++) {
		if (program->difos[i].code == NULL)
			continue;
		error = dt_vars_declare(state->vars, &program->difos[i], reason_ret);
		if (error != 0)
			return error;
	}
	return 0;
}

static int load_plans(struct dt_state *state, struct dt_program *program, const struct dt_options *options,
		      const char **reason_ret)
{
	struct dt_plan *plan;
	uint32_t i, id;
	int error;

	for (i = 0; i < program->dof.header->secnum; i++) {
		if (!section_loaded(program, i, DOF_SECT_ECBDESC))
			continue;
		error = dt_plan_create(state, program, i, &plan, reason_ret);
		if (error != 0)
			return error;
		plan->index = state->plans.count;
		dt_framework_lock();
		dt_numbers_in(state, plan->desc.provider);
		id = dt_table_add(&state->plans, plan);
		dt_framework_unlock();
		if (id == 0) {
			dt_plan_destroy(plan);
			return -OS_ENOMEM;
		}
		*reason_ret = dt_plan_layout(plan, options);
		if (*reason_ret != NULL)
			return -OS_EINVAL;
		if (os_interrupted())
			return -OS_EINTR;
	}
	return 0;
}

/* Why the system cannot do what an action needs, by the column `needs`; NULL: it can. */

static const char *refusal_NOTHING(void)
{
	return NULL;
}

static const char *refusal_SIGNALS(void)
{
	return os_refuses_signals();
}

static const char *refusal_PANIC(void)
{
	return os_refuses_panic();
}

static const char *refusal_BREAKPOINT(void)
{
	return os_refuses_breakpoint();
}

static const char *refusal_PACKETS(void)
{
	return os_refuses_packets();
}

/* Why an action cannot be carried out on this system, NULL when it can; *@name is that of its kind. */
static const char *action_refusal(uint32_t kind, const char **name)
{
	switch (kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		*name = #NAME;                                                         \
		return refusal_##needs();
#include "spec/action.def"
	}
	return NULL; /* an aggregating function */
}

/* "raise() cannot be done: REASON" for the kind RAISE, whose name in D is the same in small letters. */
static void refuse_action(struct dt_state *state, const char *name, const char *reason)
{
	struct dt_line line;

	dt_line_init(&line, state->reason, sizeof(state->reason));
	for (; *name; name++)
		dt_line_char(&line, *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name);
	dt_line_add(&line, "() cannot be done: %s", reason);
}

/*
 * Can the actions be carried out here? The text names the first that cannot. Destructive ones are
 * checked only when they are allowed; else GO refuses them for that.
 */
static int load_possible(struct dt_state *state, const struct dt_options *options, const char **reason_ret)
{
	bool destructive = dt_option_flag(options, DTRACEOPT_DESTRUCTIVE);
	const char *name = NULL, *reason = NULL;
	const struct dt_plan *plan;
	uint32_t i, j;

	for (i = 0; i < state->plans.count && reason == NULL; i++) {
		plan = state->plans.entry[i];
		for (j = 0; j < plan->action_count && reason == NULL; j++) {
			if (destructive || !DTRACEACT_ISDESTRUCTIVE(plan->actions[j].kind))
				reason = action_refusal(plan->actions[j].kind, &name);
		}
	}
	if (reason == NULL)
		return 0;
	refuse_action(state, name, reason);
	*reason_ret = state->reason;
	return -OS_EOPNOTSUPP;
}

/* Has the consumer the right to all of the new plans? The text names the first thing to which it has not. */
static int load_permitted(struct dt_state *state, uint32_t first, const char **reason_ret)
{
	const struct dt_plan *plan;
	uint32_t i;

	for (i = first; i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		*reason_ret = dt_limits_desc(state, &plan->desc);
		if (*reason_ret == NULL)
			*reason_ret = dt_plan_denied(plan);
		if (*reason_ret != NULL)
			return -OS_EACCES;
	}
	return 0;
}

/* Maps of all processes are kept from the first program on that walks their stacks. */
static int load_stacks(struct dt_state *state)
{
	const struct dt_plan *plan;
	bool walks = false;
	uint32_t i;
	int error;

	for (i = 0; i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		walks |= plan->walks_stacks;
	}
	if (!walks || state->uses_stacks)
		return 0;
	error = dt_stacks_use();
	state->uses_stacks = error == 0;
	return error;
}

static int load_program(struct dt_state *state, struct dt_program *program, struct dt_enable_result *result,
			const char **reason_ret)
{
	struct dt_options options = state->options;
	struct load_mark mark;
	int error;

	load_options(&options, program);
	error = load_variables(state, program, reason_ret);
	if (error != 0) {
		dt_vars_forget(state->vars);
		return error;
	}
	dt_framework_lock(); /* [F] for the lengths alone: everything else here is [S] */
	load_mark(state, &mark);
	dt_framework_unlock();
	error = load_plans(state, program, &options, reason_ret);
	if (error == 0)
		error = load_permitted(state, mark.plans, reason_ret);
	if (error == 0)
		error = load_possible(state, &options, reason_ret);
	if (error == 0)
		error = load_stacks(state);
	if (error == 0)
		error = dt_enabling_match((struct dt_plan **)state->plans.entry + mark.plans,
					  state->plans.count - mark.plans, result);
	if (error != 0) {
		load_undo(state, &mark);
		dt_vars_forget(state->vars);
		return error;
	}
	state->options = options;
	dt_vars_keep(state->vars);
	return 0;
}

int dt_state_load(struct dt_state *state, void *data, size_t size, struct dt_enable_result *result,
		  const char **reason_ret)
{
	struct dt_program *program;
	int error = dt_program_create(data, size, &program, reason_ret);

	if (error != 0)
		return error;
	error = DT_READ_ONCE(dt_framework.broken) ? -OS_EIO : load_allowed(state, program);
	/* nobody without all rights puts numbers of his own into the kernel's code, and his programs would not use it */
	if (error == 0 && !state->limited)
		dt_native_make(&program->native, program->difos, program->dof.header->secnum);
	if (error == 0)
		error = load_program(state, program, result, reason_ret);
	if (error != 0) {
		dt_program_destroy(program);
		return error;
	}
	program->next = state->programs;
	state->programs = program;
	return 0;
}

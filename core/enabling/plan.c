/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* plan.c - programs and plans: from validated DOF to what a firing walks through. */
#include "core/enabling/plan.h"

#include "core/enabling/ecb.h"
#include "core/framework/framework.h"
#include "core/state/state.h"
#include "base/memory.h"
#include "os/os.h"

/* ---- programs -------------------------------------------------------------------------------- */

static int program_load_difos(struct dt_program *program, const char **reason_ret)
{
	const struct dof_sec *section;
	uint32_t i;
	int error;

	for (i = 0; i < program->dof.header->secnum; i++) {
		section = &program->dof.sections[i];
		if (section->type != DOF_SECT_DIFOHDR || !(section->flags & DOF_SECF_LOAD))
			continue;
		dt_dof_difo(&program->dof, i, &program->difos[i]);
		error = dt_difo_validate(&program->difos[i], reason_ret);
		if (error != 0)
			return error;
	}
	return 0;
}

int dt_program_create(void *data, size_t size, struct dt_program **ret, const char **reason_ret)
{
	struct dt_program *program;
	const char *reason;
	int error;

	program = os_alloc(sizeof(*program));
	if (program == NULL) {
		os_free(data);
		return -OS_ENOMEM;
	}
	program->data = data;
	reason = dt_dof_validate(data, size, &program->dof);
	if (reason != NULL) {
		*reason_ret = reason;
		dt_program_destroy(program);
		return -OS_EINVAL;
	}
	program->difos = os_alloc(program->dof.header->secnum * sizeof(*program->difos));
	error = program->difos == NULL ? -OS_ENOMEM : program_load_difos(program, reason_ret);
	if (error != 0) {
		dt_program_destroy(program);
		return error;
	}
	*ret = program;
	return 0;
}

void dt_program_destroy(struct dt_program *program)
{
	if (program == NULL)
		return;
	dt_native_free(&program->native);
	os_free(program->difos);
	os_free(program->data);
	os_free(program);
}

/* ---- what depends on the probe alone --------------------------------------------------------- */

static bool instr_of_probe(dif_instr_t instr)
{
	uint32_t op = DIF_INSTR_OP(instr);

	if (op >= DIF_OP_OR && op <= DIF_OP_BLEU)
		return op != DIF_OP_SDIV && op != DIF_OP_UDIV && op != DIF_OP_SREM && op != DIF_OP_UREM;
	switch (op) {
	case DIF_OP_RET:
	case DIF_OP_NOP:
	case DIF_OP_SETX:
	case DIF_OP_SETS:
	case DIF_OP_SCMP:
	case DIF_OP_SRA:
		return true;
	case DIF_OP_LDGS:
		switch (DIF_INSTR_INDEX(instr)) {
		case DIF_VAR_PROBEPROV:
		case DIF_VAR_PROBEMOD:
		case DIF_VAR_PROBEFUNC:
		case DIF_VAR_PROBENAME:
		case DIF_VAR_ID:
		case DIF_VAR_EPID:
			return true;
		}
		return false;
	default:
		return false;
	}
}

bool dt_difo_of_probe(const struct dt_difo *difo)
{
	uint32_t i;

	for (i = 0; i < difo->code_count; i++) {
		if (!instr_of_probe(difo->code[i]))
			return false;
	}
	return (difo->rtype.flags & DIF_TYPE_BYREF) == 0 || difo->rtype.kind == DIF_TYPE_STRING;
}

/* ---- what reads arg1 ------------------------------------------------------------------------- */

/* Whether LDGA at @at has another index than 1, loaded by the instruction before it. */
static bool index_is_other(const struct dt_difo *difo, uint32_t at)
{
	dif_instr_t before = at > 0 ? difo->code[at - 1] : 0;

	if (DIF_INSTR_OP(before) != DIF_OP_SETX || DIF_INSTR_RD(before) != DIF_INSTR_R2(difo->code[at]))
		return false;
	return difo->ints[DIF_INSTR_INDEX(before)] != 1;
}

static bool difo_reads_arg1(const struct dt_difo *difo)
{
	uint32_t i;

	for (i = 0; i < difo->code_count; i++) {
		if (DIF_INSTR_OP(difo->code[i]) == DIF_OP_LDGA && DIF_INSTR_VAR(difo->code[i]) == DIF_VAR_ARGS &&
		    !index_is_other(difo, i))
			return true;
	}
	return dt_difo_reads(difo, DIF_VAR_ARG1);
}

static bool difo_walks_stacks(const struct dt_difo *difo)
{
	return dt_difo_reads(difo, DIF_VAR_UCALLER) || dt_difo_reads(difo, DIF_VAR_USTACKDEPTH);
}

/* ---- making a plan --------------------------------------------------------------------------- */

/* The kind of record of an action, from spec/action.def. */
enum records {
	RECORDS_NOTHING,
	RECORDS_VALUE,
	RECORDS_STATUS,
	RECORDS_TYPED,
	RECORDS_WORD,
	RECORDS_PROCESS,
	RECORDS_STACK,
	RECORDS_USER_STACK,
	RECORDS_PACKET,
	RECORDS_MEMORY,
};

static enum records action_records(uint32_t kind)
{
	switch (kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return RECORDS_##records;
#include "spec/action.def"
	}
	return RECORDS_NOTHING; /* an aggregating function: its cells are not in the record */
}

/* Whether the value itself is recorded, and so must have a size that a record can have. */
static bool action_stores_value(uint32_t kind)
{
	switch (action_records(kind)) {
	case RECORDS_VALUE:
	case RECORDS_STATUS:
	case RECORDS_TYPED:
	case RECORDS_WORD:
	case RECORDS_PACKET:
		return true;
	case RECORDS_NOTHING:
	case RECORDS_PROCESS:
	case RECORDS_STACK:
	case RECORDS_USER_STACK:
	case RECORDS_MEMORY:
		break;
	}
	return false;
}

/* A value by value is 1, 2, 4 or 8 bytes, or void. */
static const char *check_value(const struct dt_difo *difo)
{
	uint32_t size = difo->rtype.size;

	if (difo->rtype.kind == DIF_TYPE_STRING || (difo->rtype.flags & (DIF_TYPE_BYREF | DIF_TYPE_BYUREF)))
		return NULL;
	return size <= 8 && (size & (size - 1)) == 0 ? NULL : "plan-value-size";
}

/* @limited: the machine finds all values, because it asks for the right. */
static enum dt_source source_of(const struct dt_difo *difo, bool limited)
{
	if (limited)
		return DT_SOURCE_DIF;
	switch (difo->shape) {
	case DT_SHAPE_FACT:
		return DT_SOURCE_FACT;
	case DT_SHAPE_ARG:
		return DT_SOURCE_ARG;
	case DT_SHAPE_BUILTIN:
		return difo->operand == DIF_VAR_EXECNAME ? DT_SOURCE_EXECNAME : DT_SOURCE_DIF;
	case DT_SHAPE_FORMULA:
		return DT_SOURCE_FORMULA;
	default:
		return DT_SOURCE_DIF;
	}
}

static const char *action_fill(struct dt_action *action, const struct dt_program *program,
			       const struct dof_actdesc *desc, uint32_t index, bool limited)
{
	const char *reason = NULL;

	action->kind = (uint16_t)desc->kind;
	action->index = (uint16_t)(index + 1);
	action->arg = desc->arg;
	action->uarg = desc->uarg;
	if (desc->difo != DOF_SECIDX_NONE) {
		action->difo = &program->difos[desc->difo];
		action->type = action->difo->rtype;
		action->source = (uint8_t)source_of(action->difo, limited);
		action->which = (uint8_t)action->difo->operand;
		reason = action_stores_value(action->kind) ? check_value(action->difo) : NULL;
	}
	if (action->type.kind == DIF_TYPE_STRING)
		action->type.flags |= DIF_TYPE_BYREF;
	return reason;
}

/* A format gets one id however many actions in a row share it: they are the arguments of one printf(). */
static int action_format(struct dt_state *state, struct dt_action *action, const struct dt_program *program,
			 const struct dof_actdesc *desc)
{
	const char *format = dt_dof_format(&program->dof, desc);

	if (!dt_action_has_format(action->kind))
		return 0;
	action->arg = desc->arg >> 32 << 32;
	if (format == NULL)
		return 0;
	if (dt_table_get(&state->formats, state->formats.count) == format)
		action->format = state->formats.count;
	else
		action->format = dt_table_add(&state->formats, (void *)format);
	action->arg |= action->format;
	return action->format == 0 ? -OS_ENOMEM : 0;
}

static int step_fill(struct dt_plan *plan, struct dt_agg_step *step, struct dt_action *action,
		     const struct dt_action *keys, uint32_t key_count)
{
	uint32_t i;

	action->agg = step;
	step->plan = plan;
	step->keys = keys;
	step->key_count = key_count;
	if (action->uarg & DTRACE_AGG_INCR)
		step->increment = &keys[--step->key_count];
	step->keys_end = keys + step->key_count;
	step->agg.varid = DTRACE_AGG_VARID(action->uarg);
	step->agg.action = action->kind;
	step->agg.flags = step->increment != NULL ? DTRACE_AGGF_INCR : 0;
	step->agg.arg = action->arg;
	step->bare = action->kind == DTRACEAGG_COUNT && action->difo == NULL && step->increment == NULL;
	step->constant_key = true;
	for (i = 0; i < step->key_count; i++) {
		if (keys[i].kind != DTRACEACT_DIFEXPR || !dt_difo_of_probe(keys[i].difo))
			step->constant_key = false;
	}
	if (step->constant_key)
		step->cache = plan->cache_count++;
	step->agg.id = dt_table_add(&plan->state->aggs, step);
	return step->agg.id == 0 ? -OS_ENOMEM : 0;
}

/* Sort the descriptions into actions[] (the front of all[]) and keys[] (the rest). */
static int plan_fill_actions(struct dt_plan *plan, struct dt_program *program, const struct dof_actdesc *descs,
			     const char **reason_ret)
{
	uint32_t key_total = plan->all_count - plan->action_count, keys = 0, actions = 0, steps = 0, i;
	struct dt_action *key_base = plan->all + plan->action_count, *action;
	uint32_t i_end = plan->all_count, tuple_end = 0, next_agg = 0;
	const char *reason;
	int error;

	for (i = 0; i < i_end; i++) {
		/*
		 * The position of the next aggregation, which tells whether this action is one of
		 * its keys.
		 */
		if (i >= tuple_end) {
			for (next_agg = i; next_agg < i_end && !DTRACEACT_ISAGG(descs[next_agg].kind); next_agg++)
				;
			tuple_end = next_agg + 1;
		}
		if (next_agg < i_end && i < next_agg && i >= next_agg - descs[next_agg].ntuple)
			action = &key_base[keys++];
		else
			action = &plan->all[actions++];
		reason = action_fill(action, program, &descs[i], i, plan->state->limited);
		if (reason != NULL) {
			*reason_ret = reason;
			return -OS_EINVAL;
		}
		error = action_format(plan->state, action, program, &descs[i]);
		if (error == 0 && DTRACEACT_ISAGG(action->kind))
			error = step_fill(plan, &plan->steps[steps++], action, &key_base[keys - descs[i].ntuple],
					  descs[i].ntuple);
		if (error != 0)
			return error;
	}
	DT_ASSERT(keys == key_total && actions == plan->action_count);
	return 0;
}

static void plan_flags(struct dt_plan *plan)
{
	const struct dt_action *action;
	uint32_t i;

	if (plan->predicate != NULL && !plan->state->limited)
		dt_test_make(plan->predicate, &plan->test);
	plan->simple = (plan->predicate == NULL || plan->test.kind != DT_TEST_NONE) && plan->action_count > 0;
	plan->destructive = plan->predicate != NULL && plan->predicate->destructive;
	plan->reads_arg1 = plan->predicate != NULL && difo_reads_arg1(plan->predicate);
	plan->walks_stacks = plan->predicate != NULL && difo_walks_stacks(plan->predicate);
	for (i = 0; i < plan->all_count; i++) {
		action = &plan->all[i];
		plan->exits |= action->kind == DTRACEACT_EXIT;
		if (DTRACEACT_ISDESTRUCTIVE(action->kind) || (action->difo != NULL && action->difo->destructive))
			plan->destructive = true;
		plan->reads_arg1 |= action->difo != NULL && difo_reads_arg1(action->difo);
		plan->walks_stacks |= action_records(action->kind) == RECORDS_USER_STACK ||
				      action_records(action->kind) == RECORDS_PROCESS ||
				      (action->difo != NULL && difo_walks_stacks(action->difo));
		if (i < plan->action_count &&
		    (action->kind != DTRACEAGG_COUNT || !action->agg->constant_key || action->agg->increment != NULL))
			plan->simple = false;
	}
}

static int plan_allocate(struct dt_plan *plan, const struct dof_actdesc *descs, uint32_t count)
{
	uint32_t keys = 0, i;

	for (i = 0; i < count; i++) {
		if (DTRACEACT_ISAGG(descs[i].kind)) {
			plan->step_count++;
			keys += descs[i].ntuple;
		}
	}
	plan->all_count = count;
	plan->action_count = count - keys;
	plan->ledger = os_alloc(dt_framework.cpu_count * sizeof(*plan->ledger));
	if (count > 0)
		plan->all = os_alloc(count * sizeof(*plan->all));
	if (plan->step_count > 0)
		plan->steps = os_alloc(plan->step_count * sizeof(*plan->steps));
	plan->actions = plan->all;
	plan->actions_end = plan->actions + plan->action_count;
	if (plan->ledger == NULL || (count > 0 && plan->all == NULL) || (plan->step_count > 0 && plan->steps == NULL))
		return -OS_ENOMEM;
	return 0;
}

int dt_plan_create(struct dt_state *state, struct dt_program *program, uint32_t section, struct dt_plan **ret,
		   const char **reason_ret)
{
	const struct dof_ecbdesc *desc = dt_dof_section(&program->dof, section, NULL);
	const struct dof_actdesc *descs = NULL;
	struct dt_plan *plan;
	size_t size = 0;
	int error;

	plan = os_alloc(sizeof(*plan));
	if (plan == NULL)
		return -OS_ENOMEM;
	plan->state = state;
	plan->uarg = desc->uarg;
	dt_dof_probedesc(&program->dof, desc->probes, &plan->desc);
	if (desc->pred != DOF_SECIDX_NONE)
		plan->predicate = &program->difos[desc->pred];
	if (desc->actions != DOF_SECIDX_NONE)
		descs = dt_dof_section(&program->dof, desc->actions, &size);
	error = plan_allocate(plan, descs, (uint32_t)(size / sizeof(*descs)));
	if (error == 0 && descs != NULL)
		error = plan_fill_actions(plan, program, descs, reason_ret);
	if (error != 0) {
		dt_plan_destroy(plan);
		return error;
	}
	plan_flags(plan);
	*ret = plan;
	return 0;
}

void dt_plan_destroy(struct dt_plan *plan)
{
	struct dt_ecb_block *block;

	if (plan == NULL)
		return;
	while ((block = plan->ecbs) != NULL) {
		plan->ecbs = block->next;
		os_free(block);
	}
	os_free(plan->steps);
	os_free(plan->all);
	os_free(plan->ledger);
	os_free(plan);
}

/* ---- layout ---------------------------------------------------------------------------------- */

static uint32_t frames_or(uint64_t frames, const struct dt_options *options, uint32_t option)
{
	return frames != 0 ? (uint32_t)frames : (uint32_t)dt_option_get(options, option, 20);
}

static uint32_t user_stack_size(const struct dt_action *action, const struct dt_options *options)
{
	bool java = action->kind == DTRACEACT_JSTACK;
	uint32_t frames, strings = DTRACE_USTACK_STRSIZE(action->arg);

	frames = frames_or(DTRACE_USTACK_FRAMES(action->arg), options,
			   java ? DTRACEOPT_JSTACKFRAMES : DTRACEOPT_USTACKFRAMES);
	if (java && strings == 0)
		strings = (uint32_t)dt_option_get(options, DTRACEOPT_JSTACKSTRSIZE, 512);
	return (1 + frames) * sizeof(uint64_t) + DT_ROUNDUP(strings, 8);
}

static void size_typed(struct dt_action *action, uint32_t strsize)
{
	action->size = dt_dif_size(&action->type, strsize);
	if (action->type.kind == DIF_TYPE_STRING)
		action->alignment = 1;
	else if (action->type.flags & (DIF_TYPE_BYREF | DIF_TYPE_BYUREF))
		action->alignment = 8;
	else
		action->alignment = (uint8_t)DT_MAX(action->size, 1u);
}

static void size_value(struct dt_action *action, const struct dt_options *options)
{
	if (action->difo != NULL)
		size_typed(action, (uint32_t)dt_option_get(options, DTRACEOPT_STRSIZE, 256));
	else
		action->size = 0;
	if (action->kind == DTRACEACT_DIFEXPR && action->size == 0)
		action->records = false; /* a statement evaluated for its effect */
}

/* The address, then what is there. */
static void size_printed(struct dt_action *action, const struct dt_options *options)
{
	size_value(action, options);
	if (action->arg & DTRACE_PRINT_ADDRESS) {
		action->size += sizeof(uint64_t);
		action->alignment = 8;
	}
}

static void size_memory(struct dt_action *action)
{
	action->type.kind = DIF_TYPE_CTF;
	action->type.flags |= DIF_TYPE_BYREF;
	if (action->arg != 0)
		action->type.size = (uint32_t)action->arg;
	action->size = action->type.size;
}

/* Size and alignment of what an action records, by its kind. */
static void size_action(struct dt_action *action, const struct dt_options *options)
{
	action->alignment = 8;
	action->records = true;
	switch (action_records(action->kind)) {
	case RECORDS_VALUE:
	case RECORDS_STATUS:
		size_value(action, options);
		break;
	case RECORDS_TYPED:
		size_printed(action, options);
		break;
	case RECORDS_STACK:
		action->size = frames_or(action->arg, options, DTRACEOPT_STACKFRAMES) * sizeof(uint64_t);
		break;
	case RECORDS_USER_STACK:
		action->size = user_stack_size(action, options);
		break;
	case RECORDS_WORD:
		action->size = sizeof(uint64_t);
		break;
	case RECORDS_PROCESS:
		action->size = 2 * sizeof(uint64_t);
		break;
	case RECORDS_PACKET:
		action->size = sizeof(struct dtrace_packet) + (uint32_t)action->arg;
		break;
	case RECORDS_MEMORY:
		size_memory(action);
		break;
	case RECORDS_NOTHING:
		action->records = false;
		action->size = 0;
		break;
	}
}

/* How a firing handles an action of that size. */
static enum dt_form form_of(const struct dt_action *action)
{
	bool number =
		action->type.kind != DIF_TYPE_STRING && !(action->type.flags & (DIF_TYPE_BYREF | DIF_TYPE_BYUREF));

	switch (action_records(action->kind)) {
	case RECORDS_WORD:
		return DT_FORM_WORD;
	case RECORDS_VALUE:
		break;
	case RECORDS_NOTHING:
		return DT_FORM_ACT;
	case RECORDS_STACK:
	case RECORDS_USER_STACK:
		return DT_FORM_STACK;
	case RECORDS_STATUS:
	case RECORDS_TYPED:
	case RECORDS_PROCESS:
	case RECORDS_PACKET:
	case RECORDS_MEMORY:
		return DT_FORM_DATA;
	}
	if (action->size == 0)
		return DT_FORM_NONE;
	if (number && action->size == 8)
		return DT_FORM_WORD;
	if (number && action->size == 4)
		return DT_FORM_HALF;
	return action->type.kind == DIF_TYPE_STRING && !(action->type.flags & DIF_TYPE_BYUREF) ? DT_FORM_STRING
											       : DT_FORM_DATA;
}

/* Place one action at *@offset. */
static const char *place(struct dt_action *action, const struct dt_options *options, uint32_t *offset)
{
	size_action(action, options);
	action->form = (uint8_t)form_of(action);
	if (action->size > DT_RECORD_MAX)
		return "plan-record-size";
	action->offset = DT_ROUNDUP(*offset, (uint32_t)action->alignment);
	if (action->offset + action->size > DT_RECORD_MAX)
		return "plan-record-size";
	if (action->size > 0)
		*offset = action->offset + action->size;
	return NULL;
}

static const char *layout_step(struct dt_agg_step *step, const struct dt_options *options)
{
	uint32_t offset = sizeof(struct dtrace_rechdr), i;
	const char *reason;

	for (i = 0; i < step->key_count; i++) {
		reason = place((struct dt_action *)&step->keys[i], options, &offset);
		if (reason != NULL)
			return reason;
		if (step->keys[i].size == 0)
			return "plan-void-key";
	}
	if (step->increment != NULL)
		size_typed((struct dt_action *)step->increment, 0);
	step->agg.key_size = DT_ROUNDUP(offset, 8);
	step->key_words = step->agg.key_size / 8;
	step->agg.size = DT_ROUNDUP(step->agg.key_size + dt_agg_data_size(step->agg.action, step->agg.arg), 8);
	return step->agg.size > DT_RECORD_MAX ? "plan-record-size" : NULL;
}

/*
 * A clause records when it has no action at all (the default: that the probe fired), when one
 * records, or when it only speculates.
 */
static bool plan_records(const struct dt_plan *plan)
{
	uint32_t i;

	if (plan->action_count == 0 || (plan->action_count == 1 && plan->actions[0].kind == DTRACEACT_SPECULATE))
		return true;
	for (i = 0; i < plan->action_count; i++) {
		if (plan->actions[i].records)
			return true;
	}
	return false;
}

/* Whether a firing has the action's value without the machine. */
static bool is_number(const struct dt_action *action)
{
	return action->source == DT_SOURCE_FACT || action->source == DT_SOURCE_ARG;
}

/* One number, or the program's name: only the layout knows its room. */
static bool is_direct_key(const struct dt_action *key)
{
	if (key->source == DT_SOURCE_EXECNAME)
		return key->form == DT_FORM_STRING && key->size >= OS_EXECNAME_SIZE;
	return is_number(key) && (key->form == DT_FORM_WORD || key->form == DT_FORM_HALF);
}

static enum dt_direct direct_aggregation(const struct dt_action *action)
{
	const struct dt_agg_step *step = action->agg;

	if (step == NULL || step->increment != NULL || (!step->bare && !is_number(action)))
		return DT_DIRECT_NONE;
	if (step->constant_key)
		return DT_DIRECT_CONSTANT;
	if (step->key_count != 1 || !is_direct_key(step->keys))
		return DT_DIRECT_NONE;
	return step->bare && is_number(step->keys) ? DT_DIRECT_COUNT : DT_DIRECT_KEYED;
}

/* One step of DT_DIRECT_FORMULAS. Only the first one may fault, when nothing has happened before it. */
static bool is_direct_step(const struct dt_action *action, bool first)
{
	const struct dt_agg_step *step = action->agg;

	if (step == NULL && (action->source != DT_SOURCE_FORMULA || action->form != DT_FORM_NONE))
		return false;
	if (step != NULL && (!step->constant_key || step->increment != NULL))
		return false;
	if (action->source == DT_SOURCE_FORMULA)
		return first || action->difo->formula.faultless;
	return action->source == DT_SOURCE_FACT || action->source == DT_SOURCE_NONE ||
	       (first && action->source == DT_SOURCE_ARG);
}

static bool has_direct_steps(const struct dt_plan *plan)
{
	bool stores = plan->predicate != NULL && plan->predicate->formula.to != DT_TERM_NONE;
	const struct dt_action *action;

	for (action = plan->actions; action < plan->actions_end; action++)
		if (!is_direct_step(action, action == plan->actions && !stores))
			return false;
	return plan->record_size == 0 && plan->action_count != 0;
}

static enum dt_direct direct_of(const struct dt_plan *plan, bool temporal)
{
	const struct dt_action *action;
	enum dt_direct direct;

	if (plan->predicate != NULL && plan->test.kind == DT_TEST_NONE)
		return !plan->state->limited && plan->predicate->shape == DT_SHAPE_FORMULA && has_direct_steps(plan)
			       ? DT_DIRECT_FORMULAS
			       : DT_DIRECT_NONE;
	if (plan->action_count == 0)
		return DT_DIRECT_NONE;
	direct = plan->action_count == 1 ? direct_aggregation(plan->actions) : DT_DIRECT_NONE;
	if (direct != DT_DIRECT_NONE)
		return direct;
	if (has_direct_steps(plan))
		return DT_DIRECT_FORMULAS;
	for (action = plan->actions; action < plan->actions_end; action++) {
		if (action->agg != NULL || !is_number(action) ||
		    (action->form != DT_FORM_WORD && action->form != DT_FORM_HALF))
			return DT_DIRECT_NONE;
	}
	return temporal ? DT_DIRECT_NONE : DT_DIRECT_RECORD;
}

const char *dt_plan_layout(struct dt_plan *plan, const struct dt_options *options)
{
	bool temporal = dt_option_flag(options, DTRACEOPT_TEMPORAL);
	uint32_t offset = sizeof(struct dtrace_rechdr) + (temporal ? sizeof(uint64_t) : 0), i;
	const char *reason = NULL;

	for (i = 0; i < plan->action_count && reason == NULL; i++) {
		if (DTRACEACT_ISAGG(plan->all[i].kind))
			reason = layout_step(plan->all[i].agg, options);
		else
			reason = place(&plan->all[i], options, &offset);
	}
	plan->record_size = plan_records(plan) ? DT_ROUNDUP(offset, DT_RECORD_ALIGN) : 0;
	plan->direct = (uint8_t)direct_of(plan, temporal);
	return reason;
}

void dt_plan_recdesc(const struct dt_action *action, struct dtrace_recdesc *ret)
{
	dt_memset(ret, 0, sizeof(*ret));
	ret->action = action->kind;
	ret->alignment = action->alignment;
	ret->size = action->size;
	ret->offset = action->offset;
	ret->format = action->format;
	ret->arg = action->arg;
	ret->uarg = action->uarg;
}

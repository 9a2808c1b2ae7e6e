/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_validate.c - load-time check of a DIF object. The machine executes an object that passes
 * without checking its structure again: registers exist, indexes are inside their tables, control
 * only goes forward and ends in a ret, variables are declared in the object's own table. Each rule
 * has a constant tag, which the consumer shows.
 */
#include "core/dif/dif_limits.h"
#include "core/dif/quick.h"
#include "core/dif/machine.h"
#include "os/os.h"

static const uint8_t op_formats[] = {
#define DIF_OP(number, NAME, text, format) [number] = DIF_FMT_##format,
#include "spec/dif.def"
#undef DIF_OP
};

#define SUBR_KNOWN 0x80

static const uint8_t subr_flags[] = {
#define DIF_SUBR(id, NAME, text, prototype, since, flags) [id] = SUBR_KNOWN | (flags),
#include "spec/subr.def"
#undef DIF_SUBR
};

static const uint8_t fact_kinds[] = {
#define DIF_FACT(id, NAME, name, kind, object) [id] = DIF_FACT_##kind,
#include "spec/fact.def"
#undef DIF_FACT
};

/* ---- built-in names -------------------------------------------------------------------------- */

static const char *check_builtin_scalar(struct dt_difo *difo, uint32_t id)
{
	switch (id) {
	case DIF_VAR_PROBEPROV:
	case DIF_VAR_PROBEMOD:
	case DIF_VAR_PROBEFUNC:
	case DIF_VAR_PROBENAME:
		difo->probe_names = true;
		return NULL;
	case DIF_VAR_ZONENAME:
	case DIF_VAR_CURCPU:
		return "dif-var-unsupported";
	case DIF_VAR_CPU:
	case DIF_VAR_PGID ... DIF_VAR_ARGC:
		return NULL;
	default:
		return id >= DIF_VAR_CURTHREAD && id <= DIF_VAR_EXECARGS ? NULL : "dif-var-unknown";
	}
}

/* A fact that is there, and is a number where one is wanted. */
static const char *check_fact(uint32_t fact, enum dif_fact_kind kind)
{
	if (fact >= sizeof(fact_kinds) || fact_kinds[fact] == DIF_FACT_NONE)
		return "dif-fact-unknown";
	return fact_kinds[fact] == kind ? NULL : "dif-fact-kind";
}

static const char *check_subr(struct dt_difo *difo, uint32_t subr)
{
	if (DIF_CALL_SUBR(subr) == DIF_SUBR_NUMBER)
		return check_fact(DIF_CALL_FACT(subr), DIF_FACT_NUMBER);
	if (DIF_CALL_SUBR(subr) == DIF_SUBR_TEXT)
		return check_fact(DIF_CALL_FACT(subr), DIF_FACT_TEXT);
	if (subr >= sizeof(subr_flags) || !(subr_flags[subr] & SUBR_KNOWN))
		return "dif-subr-unknown";
	if (subr_flags[subr] & DIF_SUBR_FOREIGN)
		return "dif-subr-foreign";
	if (subr_flags[subr] & DIF_SUBR_DESTRUCTIVE)
		difo->destructive = true;
	return NULL;
}

/* ---- the variable table ---------------------------------------------------------------------- */

/* The table entry of a user variable, NULL when the object does not declare it. */
static const struct dtrace_difv *find_var(const struct dt_difo *difo, unsigned int scope, uint32_t id)
{
	uint32_t at;

	for (at = 0; at < difo->var_count; at++)
		if (difo->vars[at].id == id && difo->vars[at].scope == scope)
			return &difo->vars[at];
	return NULL;
}

static const char *check_type(const struct dtrace_diftype *type)
{
	if (type->kind != DIF_TYPE_CTF && type->kind != DIF_TYPE_STRING)
		return "dif-type-kind";
	if (type->flags & ~(DIF_TYPE_BYREF | DIF_TYPE_BYUREF))
		return "dif-type-flags";
	return NULL;
}

static const char *check_user_var(const struct dtrace_difv *var)
{
	if (var->id > DIF_VAR_USER_MAX)
		return "dif-var-id";
	if (var->kind == DIF_VARKIND_ARRAY && var->scope == DIF_SCOPE_LOCAL)
		return "dif-var-local-array";
	if (var->type.kind == DIF_TYPE_STRING)
		return var->type.size > DIF_VAR_SIZE_MAX ? "dif-var-size" : NULL;
	if (var->type.flags & DIF_TYPE_BYREF)
		return var->type.size == 0 || var->type.size > DIF_VAR_SIZE_MAX ? "dif-var-size" : NULL;
	return var->type.size > 8 ? "dif-var-size" : NULL;
}

static const char *check_var(struct dt_difo *difo, uint32_t index)
{
	const struct dtrace_difv *var = &difo->vars[index];
	const char *tag;

	if (var->name >= difo->string_size)
		return "dif-var-name";
	if (var->kind > DIF_VARKIND_SCALAR)
		return "dif-var-kind";
	if (var->scope > DIF_SCOPE_LOCAL)
		return "dif-var-scope";
	if (var->flags & ~(DIF_VARFLAG_REF | DIF_VARFLAG_MOD))
		return "dif-var-flags";
	if (find_var(difo, var->scope, var->id) != var)
		return "dif-var-twice";
	tag = check_type(&var->type);
	if (tag)
		return tag;
	if (var->id >= DIF_VAR_USER_MIN)
		return check_user_var(var);
	if (var->scope != DIF_SCOPE_GLOBAL)
		return "dif-var-scope";
	if (var->flags & DIF_VARFLAG_MOD)
		return "dif-var-readonly";
	if (var->id <= DIF_VAR_ARRAY_MAX)
		return var->id == DIF_VAR_ARGS || var->id == DIF_VAR_UREGS ? NULL : "dif-var-unknown";
	return check_builtin_scalar(difo, var->id);
}

static const char *check_result(const struct dtrace_diftype *type)
{
	const char *tag = check_type(type);

	if (tag)
		return tag;
	if (type->kind == DIF_TYPE_STRING || (type->flags & (DIF_TYPE_BYREF | DIF_TYPE_BYUREF)))
		return type->size > DIF_RESULT_MAX ? "dif-result-size" : NULL;
	if (type->size > 8 || (type->size & (type->size - 1)))
		return "dif-result-size";
	return NULL;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static const char *check_scalar_var(struct dt_difo *difo, unsigned int op, uint32_t id, unsigned int scope)
{
	const struct dtrace_difv *var;

	if (id < DIF_VAR_USER_MIN) {
		if (op == DIF_OP_LDGS && id >= DIF_VAR_SCALAR_MIN)
			return check_builtin_scalar(difo, id);
		return op == DIF_OP_STGS ? "dif-var-readonly" : "dif-var-unknown";
	}
	var = find_var(difo, scope, id);
	if (!var)
		return "dif-var-undeclared";
	return var->kind == DIF_VARKIND_SCALAR ? NULL : "dif-var-kind";
}

static const char *check_array_var(const struct dt_difo *difo, uint32_t id, unsigned int scope)
{
	const struct dtrace_difv *var;

	if (id < DIF_VAR_USER_MIN)
		return "dif-var-unknown";
	var = find_var(difo, scope, id);
	if (!var)
		return "dif-var-undeclared";
	return var->kind == DIF_VARKIND_ARRAY ? NULL : "dif-var-kind";
}

/* W format: index and rd by instruction. */
static const char *check_wide(struct dt_difo *difo, unsigned int op, uint32_t index, unsigned int rd)
{
	switch (op) {
	case DIF_OP_STGS:
		return check_scalar_var(difo, op, index, DIF_SCOPE_GLOBAL);
	case DIF_OP_STTS:
		return check_scalar_var(difo, op, index, DIF_SCOPE_THREAD);
	case DIF_OP_STLS:
		return check_scalar_var(difo, op, index, DIF_SCOPE_LOCAL);
	case DIF_OP_STGAA:
		return check_array_var(difo, index, DIF_SCOPE_GLOBAL);
	case DIF_OP_STTAA:
		return check_array_var(difo, index, DIF_SCOPE_THREAD);
	default:
		break;
	}
	if (rd == 0)
		return "dif-reg-zero";
	switch (op) {
	case DIF_OP_SETX:
		return index < difo->int_count ? NULL : "dif-int-index";
	case DIF_OP_SETS:
		return index < difo->string_size ? NULL : "dif-string-index";
	case DIF_OP_LDGS:
		return check_scalar_var(difo, op, index, DIF_SCOPE_GLOBAL);
	case DIF_OP_LDTS:
		return check_scalar_var(difo, op, index, DIF_SCOPE_THREAD);
	case DIF_OP_LDLS:
		return check_scalar_var(difo, op, index, DIF_SCOPE_LOCAL);
	case DIF_OP_LDGAA:
		return check_array_var(difo, index, DIF_SCOPE_GLOBAL);
	case DIF_OP_LDTAA:
		return check_array_var(difo, index, DIF_SCOPE_THREAD);
	case DIF_OP_CALL:
		return check_subr(difo, index);
	default:
		return "dif-translator"; /* xlate, xlarg: the compiler resolves translators */
	}
}

static const char *check_array(unsigned int op, dif_instr_t instr)
{
	if (DIF_INSTR_R2(instr) >= DIF_REGS || DIF_INSTR_RD(instr) >= DIF_REGS)
		return "dif-reg";
	if (DIF_INSTR_RD(instr) == 0)
		return "dif-reg-zero";
	if (op == DIF_OP_LDTA) /* there is no built-in array per thread */
		return "dif-var-unknown";
	if (DIF_INSTR_VAR(instr) != DIF_VAR_ARGS && DIF_INSTR_VAR(instr) != DIF_VAR_UREGS)
		return "dif-var-unknown";
	return NULL;
}

static const char *check_registers(unsigned int op, dif_instr_t instr, bool two)
{
	if (DIF_INSTR_R1(instr) >= DIF_REGS || DIF_INSTR_R2(instr) >= DIF_REGS || DIF_INSTR_RD(instr) >= DIF_REGS)
		return "dif-reg";
	if (!two && DIF_INSTR_R2(instr))
		return "dif-reserved";
	if (DIF_INSTR_RD(instr) == 0)
		return op >= DIF_OP_STB && op <= DIF_OP_STX ? "dif-store-zero" : "dif-reg-zero";
	return NULL;
}

static const char *check_compare(dif_instr_t instr, bool two)
{
	if (DIF_INSTR_R1(instr) >= DIF_REGS || DIF_INSTR_R2(instr) >= DIF_REGS)
		return "dif-reg";
	return DIF_INSTR_RD(instr) || (!two && DIF_INSTR_R2(instr)) ? "dif-reserved" : NULL;
}

static const char *check_branch(const struct dt_difo *difo, uint32_t pc, uint32_t label)
{
	if (label >= difo->code_count)
		return "dif-branch-outside";
	return label <= pc ? "dif-branch-backwards" : NULL;
}

static const char *check_push(dif_instr_t instr)
{
	if (DIF_INSTR_R2(instr) >= DIF_REGS || DIF_INSTR_RD(instr) >= DIF_REGS)
		return "dif-reg";
	return DIF_INSTR_TYPE(instr) > DIF_TYPE_STRING ? "dif-push-type" : NULL;
}

static const char *check_instr(struct dt_difo *difo, uint32_t pc)
{
	dif_instr_t instr = difo->code[pc];
	unsigned int op = DIF_INSTR_OP(instr);

	if (op == 0 || op > DIF_OP_LAST)
		return "dif-opcode";
	switch (op_formats[op]) {
	case DIF_FMT_R:
		return check_registers(op, instr, true);
	case DIF_FMT_R1:
		return check_registers(op, instr, false);
	case DIF_FMT_CMP:
		return check_compare(instr, true);
	case DIF_FMT_TST:
		return check_compare(instr, false);
	case DIF_FMT_B:
		return check_branch(difo, pc, DIF_INSTR_LABEL(instr));
	case DIF_FMT_W:
		if (DIF_INSTR_RD(instr) >= DIF_REGS)
			return "dif-reg";
		return check_wide(difo, op, DIF_INSTR_INDEX(instr), DIF_INSTR_RD(instr));
	case DIF_FMT_A:
		return check_array(op, instr);
	case DIF_FMT_T:
		return check_push(instr);
	case DIF_FMT_RET:
		if (DIF_INSTR_R1(instr) || DIF_INSTR_R2(instr))
			return "dif-reserved";
		return DIF_INSTR_RD(instr) >= DIF_REGS ? "dif-reg" : NULL;
	default:
		return instr & 0xffffff ? "dif-reserved" : NULL;
	}
}

/* ---- the object ------------------------------------------------------------------------------ */

static const char *check_sizes(const struct dt_difo *difo)
{
	uint64_t bytes;

	if (difo->code_count == 0)
		return "dif-empty";
	bytes = (uint64_t)difo->code_count * sizeof(*difo->code) + (uint64_t)difo->int_count * sizeof(*difo->ints) +
		difo->string_size + (uint64_t)difo->var_count * sizeof(*difo->vars);
	if (bytes > DIF_OBJECT_MAX)
		return "dif-size";
	if (difo->var_count > DIF_VARS_MAX)
		return "dif-var-count";
	if (difo->string_size && difo->strings[difo->string_size - 1] != '\0')
		return "dif-string-end";
	if (DIF_INSTR_OP(difo->code[difo->code_count - 1]) != DIF_OP_RET)
		return "dif-no-ret";
	return NULL;
}

static const char *check_object(struct dt_difo *difo)
{
	const char *tag = check_sizes(difo);
	uint32_t at;

	if (!tag)
		tag = check_result(&difo->rtype);
	for (at = 0; !tag && at < difo->var_count; at++)
		tag = check_var(difo, at);
	for (at = 0; !tag && at < difo->code_count; at++)
		tag = check_instr(difo, at);
	return tag;
}

bool dt_difo_reads(const struct dt_difo *difo, uint32_t variable)
{
	uint32_t i;

	for (i = 0; i < difo->code_count; i++) {
		if (DIF_INSTR_OP(difo->code[i]) == DIF_OP_LDGS && DIF_INSTR_INDEX(difo->code[i]) == variable)
			return true;
	}
	return false;
}

int dt_difo_validate(struct dt_difo *difo, const char **reason_ret)
{
	const char *tag;

	difo->destructive = false;
	difo->probe_names = false;
	tag = check_object(difo);
	if (!tag) {
		dt_difo_shorten(difo);
		return 0;
	}
	*reason_ret = tag;
	return -OS_EINVAL;
}

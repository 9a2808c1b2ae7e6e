/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dif_build.c - see dif_build.h. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dif_build.h"

const struct dtrace_diftype type_int = { .kind = DIF_TYPE_CTF, .ckind = 1, .size = 8 };
const struct dtrace_diftype type_string = { .kind = DIF_TYPE_STRING, .flags = DIF_TYPE_BYREF };

struct dtrace_diftype type_struct(uint32_t size)
{
	struct dtrace_diftype type = { .kind = DIF_TYPE_CTF, .ckind = 6, .flags = DIF_TYPE_BYREF, .size = size };

	return type;
}

void build_begin(struct dif_build *b)
{
	memset(b, 0, sizeof(*b));
	b->difo.code = b->code;
	b->difo.ints = b->ints;
	b->difo.strings = b->strings;
	b->difo.vars = b->vars;
	b->difo.string_size = 1;
	b->difo.rtype = type_int;
}

uint32_t build_op(struct dif_build *b, unsigned int op, unsigned int r1, unsigned int r2, unsigned int rd)
{
	assert_true(b->difo.code_count < BUILD_MAX);
	b->code[b->difo.code_count] = DIF_INSTR(op, r1, r2, rd);
	return b->difo.code_count++;
}

uint32_t build_wide(struct dif_build *b, unsigned int op, unsigned int index, unsigned int rd)
{
	return build_op(b, op, index >> 8, index & 0xff, rd);
}

uint32_t build_branch(struct dif_build *b, unsigned int op, uint32_t label)
{
	return build_op(b, op, label >> 16, (label >> 8) & 0xff, label & 0xff);
}

void build_label(struct dif_build *b, uint32_t branch)
{
	b->code[branch] = DIF_INSTR_BRANCH(DIF_INSTR_OP(b->code[branch]), b->difo.code_count);
}

void build_setx(struct dif_build *b, unsigned int reg, uint64_t value)
{
	assert_true(b->difo.int_count < BUILD_MAX);
	b->ints[b->difo.int_count] = value;
	build_wide(b, DIF_OP_SETX, b->difo.int_count++, reg);
}

uint32_t build_string(struct dif_build *b, const char *text)
{
	uint32_t offset = b->difo.string_size;

	assert_true(offset + strlen(text) + 1 <= sizeof(b->strings));
	strcpy(b->strings + offset, text);
	b->difo.string_size += (uint32_t)strlen(text) + 1;
	return offset;
}

void build_sets(struct dif_build *b, unsigned int reg, const char *text)
{
	build_wide(b, DIF_OP_SETS, build_string(b, text), reg);
}

void build_ret(struct dif_build *b, unsigned int reg)
{
	build_op(b, DIF_OP_RET, 0, 0, reg);
}

uint32_t build_var(struct dif_build *b, unsigned int n, unsigned int scope, unsigned int kind,
		   struct dtrace_diftype type)
{
	struct dtrace_difv *var = &b->vars[b->difo.var_count++];

	var->id = DIF_VAR_USER_MIN + n;
	var->scope = (uint8_t)scope;
	var->kind = (uint8_t)kind;
	var->type = type;
	return var->id;
}

void build_push_value(struct dif_build *b, uint64_t value)
{
	build_setx(b, 1, value);
	build_op(b, DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 1);
}

void build_push_string(struct dif_build *b, const char *text)
{
	build_sets(b, 1, text);
	build_op(b, DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, 1);
}

void build_push_address(struct dif_build *b, unsigned int type, uint64_t address, uint64_t size)
{
	build_setx(b, 1, address);
	build_setx(b, 2, size);
	build_op(b, DIF_OP_PUSHTR, type, 2, 1);
}

void bench_init(struct dif_bench *bench, uint32_t strsize, size_t dynvarsize)
{
	memset(bench, 0, sizeof(*bench));
	bench->vars = dt_vars_create();
	assert_non_null(bench->vars);
	if (dynvarsize)
		assert_int_equal(dt_vars_start(bench->vars, strsize, dynvarsize), 0);
	bench->mstate.firing = &bench->firing;
	bench->mstate.vars = bench->vars;
	bench->mstate.scratch = bench->scratch;
	bench->mstate.scratch_end = bench->scratch + sizeof(bench->scratch);
	bench->mstate.strsize = strsize;
	bench->mstate.epid = 7;
	dt_mstate_begin(&bench->mstate);
}

void bench_fini(struct dif_bench *bench)
{
	dt_vars_destroy(bench->vars);
	bench->vars = NULL;
}

void bench_declare(struct dif_bench *bench, struct dif_build *b)
{
	const char *reason = "";

	if (dt_difo_validate(&b->difo, &reason))
		fail_msg("refused: %s", reason);
	if (dt_vars_declare(bench->vars, &b->difo, &reason))
		fail_msg("not declared: %s", reason);
}

uint64_t bench_run(struct dif_bench *bench, struct dif_build *b)
{
	dt_mstate_clause(&bench->mstate);
	return dt_dif_run(&b->difo, &bench->mstate);
}

static struct dif_bench own;

struct dif_bench *build_bench(void)
{
	return &own;
}

void build_bench_fini(void)
{
	bench_fini(&own);
}

uint64_t build_run(struct dif_build *b)
{
	build_bench_fini();
	bench_init(&own, BUILD_STRSIZE, 16384);
	bench_declare(&own, b);
	return bench_run(&own, b);
}

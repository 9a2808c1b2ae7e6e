/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_build.h - DIF objects written down in tests, and a machine state to run them in.
 *
 *      struct dif_build b;
 *      build_begin(&b);
 *      build_setx(&b, 1, 40);
 *      build_op(&b, DIF_OP_ADD, 1, 1, 2);
 *      build_ret(&b, 2);
 *      assert_int_equal(build_run(&b), 80);
 */
#ifndef TESTS_DIF_BUILD_H
#define TESTS_DIF_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/provider.h>

#include "core/dif/machine.h"
#include "core/dif/vars.h"

#define BUILD_MAX     512
#define BUILD_SCRATCH 4096
#define BUILD_STRSIZE 256

struct dif_build {
	dif_instr_t code[BUILD_MAX];
	uint64_t ints[BUILD_MAX];
	char strings[8192];
	struct dtrace_difv vars[64];
	struct dt_difo difo;
};

/* A consumer's state on one CPU. */
struct dif_bench {
	struct dt_mstate mstate;
	struct dt_firing firing;
	struct dt_vars *vars;
	_Alignas(16) uint8_t scratch[BUILD_SCRATCH];
};

void build_begin(struct dif_build *b);
uint32_t build_op(struct dif_build *b, unsigned int op, unsigned int r1, unsigned int r2,
		  unsigned int rd); /* its index */
uint32_t build_wide(struct dif_build *b, unsigned int op, unsigned int index, unsigned int rd);
uint32_t build_branch(struct dif_build *b, unsigned int op, uint32_t label);
void build_label(struct dif_build *b, uint32_t branch); /* the branch goes here */
void build_setx(struct dif_build *b, unsigned int reg, uint64_t value);
uint32_t build_string(struct dif_build *b, const char *text); /* its offset */
void build_sets(struct dif_build *b, unsigned int reg, const char *text);
void build_ret(struct dif_build *b, unsigned int reg);

/* Declare a variable; id DIF_VAR_USER_MIN + @n. String and by-reference types by @type. */
extern const struct dtrace_diftype type_int, type_string;
uint32_t build_var(struct dif_build *b, unsigned int n, unsigned int scope, unsigned int kind,
		   struct dtrace_diftype type);
struct dtrace_diftype type_struct(uint32_t size);

/* Arguments for a call or keys, pushed through register 1 (sizes: 2). */
void build_push_value(struct dif_build *b, uint64_t value);
void build_push_string(struct dif_build *b, const char *text);
void build_push_address(struct dif_build *b, unsigned int type, uint64_t address, uint64_t size);

void bench_init(struct dif_bench *bench, uint32_t strsize,
		size_t dynvarsize); /* @dynvarsize 0: dt_vars_start is not called */
void bench_fini(struct dif_bench *bench);
void bench_declare(struct dif_bench *bench, struct dif_build *b); /* validates too; must succeed */
uint64_t bench_run(struct dif_bench *bench, struct dif_build *b); /* as one clause */

/* build_run - validate and run once in a bench of its own, which stays for build_bench until the next call. */
uint64_t build_run(struct dif_build *b);
struct dif_bench *build_bench(void);
void build_bench_fini(void);

#endif

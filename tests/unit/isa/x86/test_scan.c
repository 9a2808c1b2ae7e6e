/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_scan.c - scan_sites() does not decode what cannot leave a function. Its reports are compared
 * with those of a walk that decodes every instruction, over random functions made of jumps, returns
 * and what looks like them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "tests/unit/isa/random.h"

#define FUNCTIONS 4000 /* for each mode */
#define CODE_MAX  640
#define THUNKS    2
#define IRET      0xcf /* goes on after itself (isa/x86/scan.c) */

/* ---- random functions ------------------------------------------------------------------------ */

/* Opcodes that leave, their neighbours, and some ordinary ones; the bytes after them are made by chance. */
static const struct {
	uint8_t bytes[3];
	uint8_t len;
} starts[] = {
	{ { 0x74 }, 1 },       { { 0x7f }, 1 },       { { 0xeb }, 1 },       { { 0xe9 }, 1 },
	{ { 0x0f, 0x84 }, 2 }, { { 0x0f, 0x8f }, 2 }, { { 0xe2 }, 1 },       { { 0xe3 }, 1 },
	{ { 0xe8 }, 1 },       { { 0xc3 }, 1 },       { { 0xc2 }, 1 },       { { 0xcb }, 1 },
	{ { 0xca }, 1 },       { { 0xcf }, 1 },       { { 0xea }, 1 },       { { 0xff, 0xe0 }, 2 },
	{ { 0xff, 0x20 }, 2 }, { { 0xff, 0x2b }, 2 }, { { 0xff, 0xd0 }, 2 }, { { 0xff, 0xc0 }, 2 },
	{ { 0x50 }, 1 },       { { 0x90 }, 1 },       { { 0xd1, 0xe8 }, 2 }, { { 0xf7, 0xd8 }, 2 },
	{ { 0x0f, 0x07 }, 2 }, { { 0x0f, 0x35 }, 2 }, { { 0x0f, 0xaa }, 2 }, { { 0xcc }, 1 },
	{ { 0x2e, 0x74 }, 2 }, { { 0x66, 0x75 }, 2 }, { { 0x66, 0xe9 }, 2 }, { { 0x3e, 0xeb }, 2 },
	{ { 0xf2, 0xe9 }, 2 }, { { 0x48, 0xe9 }, 2 }, { { 0xf3, 0xc3 }, 2 }, { { 0x0f, 0x01 }, 2 },
	{ { 0x31, 0xc0 }, 2 }, { { 0xfe, 0xc0 }, 2 },
};

/* Distances that keep many jumps near the function's own bounds. */
static uint8_t operand(size_t i)
{
	static const uint8_t upper[] = { 0x00, 0xff, 0x00, 0xff, 0x01, 0x7f, 0x80 };

	return i == 0 ? (uint8_t)random64() : upper[random_below(sizeof(upper))];
}

static size_t fill(const struct isa *isa, uint8_t *code)
{
	size_t at = 0, end = 1 + random_below(CODE_MAX - 16), len, i;

	while (at < end) {
		uint8_t insn[16];
		size_t which = random_below(DT_ARRAY_SIZE(starts));

		memcpy(insn, starts[which].bytes, starts[which].len);
		for (i = starts[which].len; i < sizeof(insn); i++)
			insn[i] = operand(i - starts[which].len);
		len = isa->insn_len(insn, sizeof(insn));
		if (len == 0)
			continue;
		memcpy(code + at, insn, len);
		at += len;
	}
	return at;
}

/* ---- the other opinion ----------------------------------------------------------------------- */

struct reports {
	struct isa_candidate all[CODE_MAX];
	size_t count;
};

static int note(void *arg, const struct isa_candidate *candidate)
{
	struct reports *reports = arg;

	reports->all[reports->count++] = *candidate;
	return 0;
}

static bool is_thunk(const struct isa_scan_env *env, uint64_t target)
{
	for (size_t i = 0; i < env->return_thunk_count; i++) {
		if (env->return_thunks[i] == target)
			return true;
	}
	return false;
}

/* Whether a decoded instruction leaves, by isa.h's words. */
static bool leaves(const struct isa_scan_env *env, struct isa_candidate *candidate)
{
	struct isa_insn *in = &candidate->insn;

	candidate->kind = ISA_CANDIDATE_TAIL_JUMP;
	if (in->class == ISA_CLASS_RETURN) {
		candidate->kind = ISA_CANDIDATE_RETURN;
		return true;
	}
	if (in->class == ISA_CLASS_IJUMP)
		return true;
	if (in->class != ISA_CLASS_JUMP && in->class != ISA_CLASS_BRANCH)
		return false;
	if (env->entry && in->target >= env->func && in->target <= env->entry) {
		candidate->kind = ISA_CANDIDATE_REENTRY;
		return true;
	}
	if (in->class == ISA_CLASS_JUMP && is_thunk(env, in->target)) {
		candidate->kind = ISA_CANDIDATE_RETURN;
		in->class = ISA_CLASS_RETURN;
		return true;
	}
	return in->target < env->func || in->target >= env->end;
}

static void decode_all(const struct isa *isa, const uint8_t *code, const struct isa_scan_env *env,
		       struct reports *reports)
{
	size_t size = (size_t)(env->end - env->func), at;
	bool pushed = false;

	for (at = 0; at < size;) {
		struct isa_candidate candidate;

		isa->insn_decode(code + at, size - at, env->func + at, &candidate.insn);
		if (code[at] != IRET && leaves(env, &candidate) && !(pushed && candidate.kind == ISA_CANDIDATE_RETURN))
			note(reports, &candidate);
		pushed = candidate.insn.len == 1 && (code[at] & 0xf8) == 0x50;
		at += candidate.insn.len;
	}
}

/* ---- the comparison -------------------------------------------------------------------------- */

static void replay(const struct isa *isa, const uint8_t *code, const struct isa_scan_env *env)
{
	print_error("%s: %llx..%llx entry %llx:", isa->name, (unsigned long long)env->func,
		    (unsigned long long)env->end, (unsigned long long)env->entry);
	for (size_t i = 0; i < env->end - env->func; i++)
		print_error(" %02x", code[i]);
	print_error("\n");
	fail();
}

static void compare(const struct isa *isa, uint64_t base)
{
	static struct reports ours, theirs;
	uint8_t code[CODE_MAX];
	uint64_t thunks[THUNKS] = { base - 64, base + 0x10000 };
	struct isa_scan_env env = { .func = base, .return_thunks = thunks };
	size_t i;

	env.end = base + fill(isa, code);
	env.entry = random_below(3) ? base + random_below(DT_MIN((size_t)(env.end - base), (size_t)12)) : 0;
	env.return_thunk_count = random_below(THUNKS + 1);
	if (random_below(8) == 0) /* one inside, as in the thunks' own function */
		thunks[0] = base + random_below(env.end - base);
	ours.count = theirs.count = 0;
	if (isa->scan_sites(code, &env, note, &ours) < 0)
		replay(isa, code, &env);
	decode_all(isa, code, &env, &theirs);
	if (ours.count != theirs.count)
		replay(isa, code, &env);
	for (i = 0; i < ours.count; i++) {
		if (ours.all[i].kind != theirs.all[i].kind ||
		    memcmp(&ours.all[i].insn, &theirs.all[i].insn, sizeof(struct isa_insn)) != 0)
			replay(isa, code, &env);
	}
}

static void test_x86_64(void **state)
{
	for (unsigned int i = 0; i < FUNCTIONS; i++)
		compare(&isa_x86_64, 0xffffffff81000000u + i);
}

/* The last of them is so near the end of memory that jumps go around it. */
static void test_i386(void **state)
{
	for (unsigned int i = 0; i < FUNCTIONS; i++)
		compare(&isa_i386, i % 2 ? 0xfffff000u : 0xc1000000u + i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86_64),
		cmocka_unit_test(test_i386),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

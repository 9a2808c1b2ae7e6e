/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/stack_check.c - where the entry of a function of Go is. */
#include <string.h>

#include "process/stack_check.h"

#define CHECK_INSNS 16 /* before `entry`: no CPU's check has more */
#define GROW_INSNS  64 /* of `grow`: all registers of arguments are saved and restored */
#define MORESTACK   "runtime.morestack"

struct check {
	const struct isa *isa;
	const struct ldt_functions *functions;
	const uint8_t *bytes;
	uint64_t start, end;
	uint64_t grow, again; /* 0: not found; `again`: the jump to start */
	uint64_t entry;       /* 0: not found yet */
	uint64_t last_branch; /* the last one of the check */
	bool others;          /* something else leads to `entry`, or before it */
};

/* Return: false: there is none, or it goes on nowhere. */
static bool decode(const struct check *check, uint64_t addr, struct isa_insn *in)
{
	if (addr < check->start || addr >= check->end)
		return false;
	check->isa->insn_decode(check->bytes + (addr - check->start), (size_t)(check->end - addr), addr, in);
	return in->len > 0 && in->class != ISA_CLASS_RETURN && in->class != ISA_CLASS_IJUMP;
}

static bool is_morestack(const struct check *check, uint64_t addr)
{
	const struct ldt_function *function = ldt_functions_at(check->functions, addr);

	return function && function->addr == addr && function->name &&
	       strncmp(function->name, MORESTACK, strlen(MORESTACK)) == 0;
}

/* Whether the code at @addr is a straight line with one call, that of runtime.morestack, and a jump to the start. */
static bool is_grow(struct check *check, uint64_t addr)
{
	struct isa_insn in;
	bool called = false;

	for (unsigned int i = 0; i < GROW_INSNS && decode(check, addr, &in); i++) {
		if (in.class == ISA_CLASS_JUMP) {
			check->again = addr;
			return called && in.target == check->start;
		}
		if (in.class == ISA_CLASS_BRANCH || (in.class == ISA_CLASS_CALL && called))
			return false;
		if (in.class == ISA_CLASS_CALL && !is_morestack(check, in.target))
			return false;
		called |= in.class == ISA_CLASS_CALL;
		addr += in.len;
	}
	return false;
}

/* A branch of the check: it leads to `grow`, or over it. Return: false: it is none. */
static bool look_at_branch(struct check *check, const struct isa_insn *in)
{
	uint64_t after = in->addr + in->len, target = in->target;

	if (check->grow ? target == check->grow : target > after && is_grow(check, target)) {
		check->grow = target;
		check->entry = after;
	} else if (!check->grow && target > after && is_grow(check, after)) {
		check->grow = after;
		check->entry = target;
	} else {
		return false;
	}
	check->last_branch = in->addr;
	return true;
}

static int look_at_jump(void *arg, const struct isa_candidate *candidate)
{
	struct check *check = arg;
	uint64_t addr = candidate->insn.addr;

	check->others |= candidate->kind == ISA_CANDIDATE_REENTRY && addr != check->again && addr != check->last_branch;
	return 0;
}

/* All of the function has to decode: what does not might be a jump. */
static bool is_entered_once(struct check *check)
{
	struct isa_scan_env env = { .func = check->start, .end = check->end, .entry = check->entry };

	return check->isa->scan_sites(check->bytes, &env, look_at_jump, check) >= 0 && !check->others;
}

uint64_t ldt_stack_check(const struct isa *isa, const struct ldt_functions *functions, uint64_t start,
			 const uint8_t *bytes, size_t size)
{
	struct check check = {
		.isa = isa, .functions = functions, .bytes = bytes, .start = start, .end = start + size
	};
	uint64_t addr = start;
	struct isa_insn in;

	for (unsigned int i = 0; i < CHECK_INSNS && decode(&check, addr, &in); i++) {
		if (in.class == ISA_CLASS_CALL || in.class == ISA_CLASS_JUMP)
			break;
		if (in.class == ISA_CLASS_BRANCH && !look_at_branch(&check, &in))
			break;
		addr = in.class == ISA_CLASS_BRANCH ? check.entry : addr + in.len;
	}
	return check.entry && check.entry < check.end && is_entered_once(&check) ? check.entry : 0;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stub.c - the stub of a region, the jump to it, and how that is written. */
#include "isa/generic/emit.h"

static void fill_breaks(const struct isa *isa, uint8_t *bytes, unsigned int from, unsigned int size)
{
	unsigned int i, at = 0;

	if (isa->break_len == 1) {
		dt_memset(bytes + from, isa->break_bytes[0], size - from);
		return;
	}
	for (i = from; i < size; i++) {
		bytes[i] = isa->break_bytes[at];
		at = at + 1 < isa->break_len ? at + 1 : 0;
	}
}

/* The bytes that are executed in the stub of the region's first site. */
static unsigned int code_of(const struct isa_region *region)
{
	return region->second ? (unsigned int)(region->second - region->addr) : region->code;
}

/* The region's instructions, the call before that of the site. *@last is the last one. */
static enum isa_jump_refusal put_region(const struct isa_jump *jump, const struct isa_region *region, uint64_t entry,
					struct isa_emit *to, struct isa_insn *last)
{
	enum isa_jump_refusal refusal = ISA_JUMP_POSSIBLE;
	unsigned int at, code = code_of(region);

	for (at = 0; at < code && refusal == ISA_JUMP_POSSIBLE; at += last->len) {
		jump->isa->insn_decode(region->bytes + at, (size_t)code - at, region->addr + at, last);
		if (last->len == 0)
			return ISA_JUMP_UNDECODED;
		if (last->addr == region->site)
			refusal = jump->call(to, entry);
		if (refusal == ISA_JUMP_POSSIBLE)
			refusal = jump->move(to, last);
	}
	return refusal;
}

void isa_veneer_make(const struct isa_jump *jump, uint64_t addr, uint64_t entry, uint8_t *bytes)
{
	struct isa_emit to = { .bytes = bytes, .addr = addr, .size = jump->unit };

	isa_emit_put(&to, 0, ISA_STUB_COOKIE);
	jump->veneer(&to, entry);
	fill_breaks(jump->isa, bytes, to.used, jump->unit);
}

enum isa_jump_refusal isa_stub_make(const struct isa_jump *jump, const struct isa_region *region, uint64_t stub_addr,
				    uint64_t entry, uint64_t cookie, struct isa_stub *stub)
{
	struct isa_emit to = {
		.bytes = stub->bytes, .addr = stub_addr, .size = ISA_STUB_SIZE, .scratch = region->scratch_out
	};
	enum isa_jump_refusal refusal;
	struct isa_insn last;

	isa_emit_put(&to, cookie, ISA_STUB_COOKIE);
	refusal = put_region(jump, region, entry, &to, &last);
	if (refusal != ISA_JUMP_POSSIBLE)
		return refusal;
	/* a call returns to the end of the region by itself */
	if (!last.ends_flow && last.class != ISA_CLASS_CALL) {
		refusal = jump->jump(&to, region->second ? region->second_start : region->addr + region->code);
		if (refusal != ISA_JUMP_POSSIBLE)
			return refusal;
	}
	if (to.fired / jump->unit != jump->back)
		return ISA_JUMP_LONG;
	stub->size = (uint8_t)DT_ROUNDUP(to.used, (unsigned int)jump->unit);
	stub->start = ISA_STUB_COOKIE;
	stub->fired = (uint8_t)to.fired;
	stub->rest = (uint8_t)to.rest;
	stub->end = (uint8_t)to.used;
	fill_breaks(jump->isa, stub->bytes, to.used, ISA_STUB_SIZE);
	return ISA_JUMP_POSSIBLE;
}

enum isa_jump_refusal isa_jump_make(const struct isa_jump *jump, const struct isa_region *region, uint64_t target,
				    uint8_t *bytes)
{
	struct isa_emit to = {
		.bytes = bytes, .addr = region->addr, .size = region->len, .scratch = region->scratch_in
	};
	enum isa_jump_refusal refusal = jump->jump(&to, target);

	if (refusal == ISA_JUMP_POSSIBLE)
		fill_breaks(jump->isa, bytes, to.used, region->len);
	return refusal;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_write(struct isa_jump_write *write, unsigned int at, unsigned int end, const uint8_t *bytes)
{
	unsigned int i;

	write->at = (uint8_t)at;
	write->len = (uint8_t)(end - at);
	write->when_empty = false;
	for (i = at; i < end; i++)
		write->bytes[i - at] = bytes[i];
}

void isa_region_guarded(const struct isa_jump *jump, const struct isa_region *region, uint8_t *bytes)
{
	unsigned int i, head = jump->isa->break_len;

	for (i = 0; i < region->len; i++)
		bytes[i] = region->bytes[i];
	fill_breaks(jump->isa, bytes, 0, head);
	fill_breaks(jump->isa, bytes + (region->site - region->addr), 0, head);
	if (region->second)
		fill_breaks(jump->isa, bytes + (region->second - region->addr), 0, head);
}

unsigned int isa_jump_writes(const struct isa_jump *jump, const struct isa_region *region, const uint8_t *bytes,
			     bool on, struct isa_jump_write *writes)
{
	unsigned int head = jump->isa->break_len, count = 0;
	/* of one instruction it has no inside, and on the way back from a jump nobody is there */
	bool inside = on && jump->isa->insn_len(region->bytes, region->code) < region->code;
	bool early = region->addr != region->site;
	uint8_t between[ISA_REGION_MAX];

	isa_region_guarded(jump, region, between);
	if (!on || early) /* everybody goes through a trap */
		put_write(&writes[count++], 0, head, between);
	if (region->len > head) {
		put_write(&writes[count], head, region->len, on ? bytes : between);
		writes[count++].when_empty = inside;
	}
	if (on)
		put_write(&writes[count++], 0, head, bytes);
	else if (early)
		put_write(&writes[count++], 0, head, region->bytes);
	return count;
}

const char *isa_jump_refusal_name(unsigned int refusal)
{
	static const char *const names[ISA_JUMP_REFUSALS] = {
		[ISA_JUMP_POSSIBLE] = "possible",
		[ISA_JUMP_UNDECODED] = "undecoded",
		[ISA_JUMP_SHORT] = "too-short",
		[ISA_JUMP_TARGET] = "jump-inside",
		[ISA_JUMP_INDIRECT] = "indirect-jump",
		[ISA_JUMP_RESERVED] = "known-to-others",
		[ISA_JUMP_CALL] = "call-inside",
		[ISA_JUMP_INSTRUCTION] = "instruction",
		[ISA_JUMP_REGISTER] = "register-in-use",
		[ISA_JUMP_REACH] = "out-of-reach",
		[ISA_JUMP_LONG] = "too-long",
	};

	return refusal < ISA_JUMP_REFUSALS ? names[refusal] : "?";
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* region.c - which instructions a jump may replace: the map of a function, and regions in it. */
#include "isa/generic/emit.h"

/* ---- the map --------------------------------------------------------------------------------- */

struct walk {
	struct isa_flow *flow;
	const struct isa_flow_code *code;
};

static bool covers(const struct isa_flow *flow, uint64_t addr)
{
	return addr >= flow->func && addr < flow->end;
}

/* Of a memory operand target is the operand's address. */
bool isa_jump_is_unknown(const struct isa_insn *in, const uint64_t *thunks, size_t count)
{
	size_t i;

	if (in->class == ISA_CLASS_IJUMP)
		return !in->target || in->pc_relative;
	for (i = 0; i < count && in->class == ISA_CLASS_JUMP; i++) {
		if (thunks[i] == in->target)
			return true;
	}
	return false;
}

static int note(void *arg, const struct isa_insn *in)
{
	struct walk *walk = arg;
	struct isa_flow *flow = walk->flow;

	if (in->target && covers(flow, in->target))
		flow->marks[in->target - flow->func] |= ISA_FLOW_TARGET;
	if (walk->code->tables && isa_jump_is_unknown(in, walk->code->thunks, walk->code->thunk_count))
		flow->indirect = true;
	return 0;
}

int isa_flow_add(const struct isa *isa, struct isa_flow *flow, const struct isa_flow_code *code)
{
	struct isa_scan_env env = { .func = code->func, .end = code->end, .classes = ISA_CLASSES_FLOW };
	struct walk walk = { .flow = flow, .code = code };

	if (code->func >= flow->func && code->end <= flow->end)
		env.starts = flow->marks + (code->func - flow->func);
	return isa->scan_insns(code->code, &env, note, &walk) < 0 ? -OS_EILSEQ : 0;
}

/* ---- one region ------------------------------------------------------------------------------ */

/* Where the search for a region's end is. */
struct extent {
	const struct isa_jump *jump;
	const struct isa_flow *flow;
	uint64_t site;
	enum isa_jump_place place;
	uint64_t addr, at; /* of the region's start, of the instruction that is looked at */
	uint64_t code_end; /* after the last instruction that is executed */
	bool ended;        /* control does not come to @at */
	bool called;       /* control comes to @at after a call */
	bool branched;     /* a branch is before the site */
	uint32_t busy;     /* registers that are read before they are written */
	uint32_t written;  /* registers */
};

/* Whether others know something about the instruction's bytes; the first one may be a target. */
static enum isa_jump_refusal known(const struct extent *extent, unsigned int len)
{
	const uint8_t *marks = extent->flow->marks + (extent->at - extent->flow->func);
	unsigned int i;

	for (i = 0; i < len; i++) {
		if (marks[i] & ISA_FLOW_RESERVED)
			return ISA_JUMP_RESERVED;
		if (marks[i] & ISA_FLOW_TARGET && extent->at + i != extent->addr)
			return ISA_JUMP_TARGET;
	}
	return ISA_JUMP_POSSIBLE;
}

/* Which registers are in use where the region is entered, and which are written in it. */
static void note_use(struct extent *extent, const struct isa_insn *in)
{
	uint32_t reads, writes;

	if (!extent->jump->scratch)
		return;
	extent->jump->uses(in, &reads, &writes);
	extent->busy |= reads & ~extent->written;
	extent->written |= writes;
}

/* Take one executed instruction into the region. */
static enum isa_jump_refusal take(struct extent *extent, const struct isa_insn *in)
{
	enum isa_jump_refusal refusal;

	if (extent->called)
		return ISA_JUMP_CALL;
	refusal = extent->jump->movable(in);
	note_use(extent, in);
	extent->called = in->class == ISA_CLASS_CALL;
	extent->ended = in->ends_flow;
	extent->branched |= in->class == ISA_CLASS_BRANCH && in->addr < extent->site;
	extent->code_end = in->addr + in->len;
	if (refusal == ISA_JUMP_POSSIBLE && in->ends_flow && in->addr < extent->site)
		return ISA_JUMP_SHORT;
	return refusal;
}

/*
 * Take the next instruction. Marks count first: an instruction that somebody else patches may be
 * anything later.
 */
static enum isa_jump_refusal next(struct extent *extent)
{
	const struct isa_flow *flow = extent->flow;
	enum isa_jump_refusal refusal;
	DT_UNINITIALIZED struct isa_insn in;

	if (extent->at >= flow->end)
		return ISA_JUMP_SHORT;
	if (!(flow->marks[extent->at - flow->func] & ISA_FLOW_INSN))
		return extent->ended ? ISA_JUMP_SHORT : ISA_JUMP_UNDECODED;
	extent->jump->isa->insn_decode(flow->code + (extent->at - flow->func), (size_t)(flow->end - extent->at),
				       extent->at, &in);
	if (!in.len)
		return ISA_JUMP_UNDECODED;
	refusal = known(extent, in.len);
	if (refusal == ISA_JUMP_POSSIBLE && !extent->ended)
		refusal = take(extent, &in);
	else if (refusal == ISA_JUMP_POSSIBLE && in.class != ISA_CLASS_BREAK && in.class != ISA_CLASS_NOP)
		refusal = ISA_JUMP_SHORT;
	extent->at += in.len;
	return refusal;
}

/*
 * Is the calling convention's word good for the region's start? It says what holds nothing where a
 * function is entered or left, and so on the straight way to where it is left; a loop to the entry
 * is no entry.
 */
static bool convention_holds(const struct extent *extent)
{
	if (extent->place == ISA_PLACE_EXIT)
		return !extent->branched && extent->ended;
	return extent->place == ISA_PLACE_ENTRY &&
	       !(extent->flow->marks[extent->addr - extent->flow->func] & ISA_FLOW_TARGET);
}

static uint8_t lowest(uint32_t set)
{
	unsigned int i;

	for (i = 0; i < 32; i++) {
		if (set >> i & 1)
			return (uint8_t)i;
	}
	return 0;
}

static enum isa_jump_refusal choose_scratch(const struct extent *extent, struct isa_region *region)
{
	uint32_t set = extent->jump->scratch;

	region->scratch_in = region->scratch_out = 0;
	if (!set)
		return ISA_JUMP_POSSIBLE;
	if (!convention_holds(extent) || !(set & ~extent->busy))
		return ISA_JUMP_REGISTER;
	region->scratch_in = lowest(set & ~extent->busy);
	/* what was written may be read after an entry's region, but not where the function was left */
	region->scratch_out = lowest(extent->place == ISA_PLACE_EXIT ? set : set & ~extent->written);
	return region->scratch_out || extent->ended || extent->called ? ISA_JUMP_POSSIBLE : ISA_JUMP_REGISTER;
}

static enum isa_jump_refusal finish(const struct extent *extent, struct isa_region *region)
{
	const uint8_t *code = extent->flow->code + (extent->addr - extent->flow->func);
	unsigned int i;

	region->addr = extent->addr;
	region->site = extent->site;
	region->second = region->second_start = 0;
	region->len = (uint8_t)(extent->at - extent->addr);
	region->code = (uint8_t)(extent->code_end - extent->addr);
	for (i = 0; i < region->len; i++)
		region->bytes[i] = code[i];
	return choose_scratch(extent, region);
}

/* The region that starts at @addr. */
static enum isa_jump_refusal region_at(const struct isa_jump *jump, const struct isa_flow *flow, uint64_t addr,
				       uint64_t site, enum isa_jump_place place, struct isa_region *region)
{
	struct extent extent = { .jump = jump, .flow = flow, .site = site, .place = place, .addr = addr, .at = addr };
	enum isa_jump_refusal refusal;
	uint64_t first = 0;

	while (extent.at < addr + jump->len || extent.at <= site) {
		refusal = next(&extent);
		if (refusal != ISA_JUMP_POSSIBLE)
			return refusal;
		if (extent.at > addr + ISA_REGION_MAX)
			return ISA_JUMP_LONG;
		if (!first)
			first = extent.at;
	}
	if (flow->indirect && extent.at > first)
		return ISA_JUMP_INDIRECT;
	return finish(&extent, region);
}

/* The start of the instruction before @addr, 0 when there is none. */
static uint64_t before(const struct isa_flow *flow, uint64_t addr)
{
	while (addr > flow->func) {
		addr--;
		if (flow->marks[addr - flow->func] & ISA_FLOW_INSN)
			return addr;
	}
	return 0;
}

enum isa_jump_refusal isa_region_find(const struct isa_jump *jump, const struct isa_flow *flow, uint64_t site,
				      enum isa_jump_place place, struct isa_region *region)
{
	enum isa_jump_refusal refusal, again;
	uint64_t addr = site;

	if (!covers(flow, site) || !(flow->marks[site - flow->func] & ISA_FLOW_INSN))
		return ISA_JUMP_UNDECODED;
	refusal = region_at(jump, flow, site, site, place, region);
	if (refusal == ISA_JUMP_POSSIBLE || place == ISA_PLACE_ENTRY)
		return refusal;
	for (;;) {
		addr = before(flow, addr);
		if (!addr || addr + ISA_REGION_MAX <= site)
			return refusal;
		again = region_at(jump, flow, addr, site, place, region);
		if (again == ISA_JUMP_POSSIBLE)
			return again;
		/* after a return there is no room for another reason */
		if (refusal == ISA_JUMP_SHORT)
			refusal = again;
	}
}

void isa_region_second(const struct isa_region *region, struct isa_region *ret)
{
	unsigned int at = (unsigned int)(region->second - region->addr), i;

	ret->addr = ret->site = region->second;
	ret->second = ret->second_start = 0;
	ret->len = (uint8_t)(region->len - at);
	ret->code = (uint8_t)(region->code - at);
	ret->scratch_in = ret->scratch_out = 0;
	for (i = 0; i < ret->len; i++)
		ret->bytes[i] = region->bytes[at + i];
}

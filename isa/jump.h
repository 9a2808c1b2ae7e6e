/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump.h - sites without a trap: the second contract between the tracer and a CPU.
 *
 * Theory. Instead of a break, a jump can be written at a site. It leads to the site's stub, which
 * calls one common entry, runs the instructions that the jump replaced, and jumps back:
 *
 *      text:  ... [ region: jump, breaks ] ...
 *                     |              ^ end of the region
 *                     v              |
 *      stub:  [cookie] [instructions before the site] [call of the common entry] [the others] [jump back] [breaks]
 *                      ^ start                                            fired ^ ^ rest
 *
 * A region is whole instructions, at least as many bytes as a jump has, the site's among them.
 * Usually it begins at the site; where too little room is after the site it begins before it (i386:
 * the pops before a `ret`), and the probe fires between two of its instructions. Everybody has to
 * enter it at its first byte, so a region is refused when
 *   - a direct jump of any function leads into its inside, or an indirect one may;
 *   - a call in it would return into its inside (a task may be in the callee for hours);
 *   - somebody else knows an address in it: exception tables, places that the kernel patches,
 *     other sites, landing pads. The operating system marks these, and the destinations of jumps
 *     that are not in text yet (jump labels, fixups of exception tables);
 *   - an instruction in it cannot run at another address.
 * Bytes after a return or jump that nothing leads to, and that are breaks or NOPs, are padding: they
 * may be part of a region, and are not executed.
 *
 * A function of few bytes has its return in its entry's region. Then one region has both sites: the stub of the first
 * one ends before the second one's instruction, and jumps to the second one's stub, which has all the rest.
 *
 * The common entry is code of the operating system. It is called with everything as it is at the
 * site, but for what the call itself takes:
 *      x86      the return address is on the stack
 *      aarch64  x30 is the return address; the site's x16 and x17 are at sp, its x30 above them; sp is
 *               32 bytes lower
 *      riscv64  ra is the return address; the site's ra is at 8(sp), and sp is 16 bytes lower
 * It finds the cookie, by which it knows the site, at the return address rounded down to
 * isa_jump.unit, isa_jump.back units before that. It preserves all other registers and the flags,
 * and returns by an ordinary return.
 * Nothing is saved in the stub, so a stub is short, and a site that becomes a jump needs no other
 * code than its own instructions. Stubs are reached by direct jumps only: they have no landing pads.
 *
 * A stub is aligned to a unit, and takes one, or more where its code does not fit, up to ISA_STUB_SIZE. The call
 * returns into one that is the same in all stubs of a CPU.
 *
 * Where a call does not reach all that modules are in (aarch64: 128 MiB), stubs are near their
 * regions and call a veneer among themselves, which leads to the common entry wherever that is.
 *
 * Writing (isa_jump_writes) needs a break at the region's first byte, so that everybody goes through
 * the trap, which continues at `rest` once it has fired (at `start` when the break is not the
 * site's). When no task is inside the region any more, the bytes after the break are written, then
 * the first ones in one store, each followed by a synchronisation of all CPUs.
 *
 * All functions are pure, as in isa.h: no state, no allocation, any context but probe context.
 */
#ifndef ISA_JUMP_H
#define ISA_JUMP_H

#include "isa/isa.h"

#define ISA_REGION_MAX  32 /* bytes: no region is longer */
#define ISA_STUB_SIZE   64 /* bytes: no stub takes more; a multiple of isa_jump.unit */
#define ISA_STUB_COOKIE 8  /* bytes at a stub's start */
#define ISA_JUMP_WRITES 3  /* no change of a region takes more */

/* Why a site cannot be a jump. Names for people: isa_jump_refusal_name(). */
enum isa_jump_refusal {
	ISA_JUMP_POSSIBLE = 0,
	ISA_JUMP_UNDECODED,   /* the function is not decoded as a whole, or the site is not an instruction of it */
	ISA_JUMP_SHORT,       /* other code begins before there is room for a jump */
	ISA_JUMP_TARGET,      /* a jump leads into the region */
	ISA_JUMP_INDIRECT,    /* an indirect jump of the function may lead into the region */
	ISA_JUMP_RESERVED,    /* somebody else knows an address in the region */
	ISA_JUMP_CALL,        /* a call would return into the region, or into the stub */
	ISA_JUMP_INSTRUCTION, /* an instruction cannot run at another address */
	ISA_JUMP_REGISTER,    /* no register is free that the CPU needs for a jump */
	ISA_JUMP_REACH,       /* stub, common entry or an operand are too far away */
	ISA_JUMP_LONG,        /* the stub does not fit */
	ISA_JUMP_REFUSALS
};

/* What is known of a byte of a function. */
#define ISA_FLOW_INSN     1u /* an instruction begins: bit 0, as isa_scan_env.starts has it */
#define ISA_FLOW_TARGET   2u /* a jump leads here */
#define ISA_FLOW_RESERVED 4u /* for others, who know this address: set by the caller */

/* A function's bytes and what is known of them. The caller owns all of it. */
struct isa_flow {
	const uint8_t *code; /* as text is without our breaks and jumps: end - func bytes */
	uint64_t func, end;
	uint8_t *marks; /* ISA_FLOW_*, one for each byte of code; zero at first */
	bool indirect;  /* one of its indirect jumps may lead anywhere in it */
};

/* A function that isa_flow_add() looks through. The caller owns all of it. */
struct isa_flow_code {
	const uint8_t *code; /* as isa_flow.code */
	uint64_t func, end;
	/*
	 * Indirect jumps in it that are not known to leave it may lead anywhere in it. Where the
	 * compiler makes no jump tables these are tail calls, but for the few functions that
	 * compute their gotos.
	 */
	bool tables;
	/* addresses to which a jump is an indirect jump (x86: retpolines); may be NULL */
	const uint64_t *thunks;
	size_t thunk_count;
};

/* Where a site is. */
enum isa_jump_place {
	ISA_PLACE_INSIDE,
	ISA_PLACE_ENTRY, /* first instruction of a function, apart from landing pad and tracing NOPs */
	ISA_PLACE_EXIT,  /* always leaves the function: a return, or an unconditional jump out of it */
};

struct isa_region {
	uint64_t addr; /* of its first byte: here the jump is written */
	uint64_t site; /* of the instruction before which the probe fires */
	/*
	 * another site, after that one, among the instructions that are executed; 0: there is none. isa_region_find()
	 * does not look for one: the caller may put in an instruction's address, where site is addr, and the jump
	 * needs no register. second_start: of its stub, made of isa_region_second(); here the first one's stub ends
	 */
	uint64_t second, second_start;
	uint8_t len;  /* bytes */
	uint8_t code; /* the first bytes, which are executed; the others are padding */
	/*
	 * registers that hold nothing where the region is entered, and where it is left, for CPUs
	 * whose jumps need one; 0: none
	 */
	uint8_t scratch_in, scratch_out;
	uint8_t bytes[ISA_REGION_MAX]; /* as they are in text without break and jump */
};

struct isa_stub {
	uint8_t bytes[ISA_STUB_SIZE]; /* after its end: breaks */
	uint8_t size;                 /* bytes that it takes: whole units */
	uint8_t start;                /* offset of what a jump at the region leads to */
	uint8_t fired;                /* offset to which the common entry returns */
	uint8_t rest;                 /* offset at which everything is as it is at the site, and the probe has fired */
	uint8_t end;                  /* offset after the last instruction */
};

/* One write into a region. */
struct isa_jump_write {
	uint8_t at, len; /* from the region's first byte */
	/*
	 * before it: wait until no task is inside the region, in an interrupt, preempted or asleep,
	 * nor in the site's out-of-line slot
	 */
	bool when_empty;
	uint8_t bytes[ISA_REGION_MAX];
};

struct isa_emit;

/*
 * struct isa_jump - one CPU. The functions are the backends', for isa/generic/jump.c; what the
 * tracer calls is below.
 */
struct isa_jump {
	const struct isa *isa;
	uint8_t len;  /* bytes of a jump at a site */
	uint8_t unit; /* bytes of which a stub takes one or more, and its alignment; a power of two */
	uint8_t back; /* units from a stub's start to the one that its call returns into */

	/* movable - why an instruction cannot run at another address. @in decoded, not as BREAK. */
	enum isa_jump_refusal (*movable)(const struct isa_insn *in);

	/* move - write the instruction for its new place. */
	enum isa_jump_refusal (*move)(struct isa_emit *to, const struct isa_insn *in);

	/* call - write the call of the common entry, or of its veneer, at @entry; sets fired and rest. */
	enum isa_jump_refusal (*call)(struct isa_emit *to, uint64_t entry);

	/* jump - write a jump to @target: at a region (@to is its copy), or back from a stub. */
	enum isa_jump_refusal (*jump)(struct isa_emit *to, uint64_t target);

	/*
	 * veneer - write code that leads to the common entry at @entry, wherever that is. NULL: stubs
	 * call the common entry itself.
	 */
	void (*veneer)(struct isa_emit *to, uint64_t entry);

	/*
	 * The registers, bits by number, that a jump may overwrite where a function is entered or
	 * left: no caller passes or gets a value in them. 0: a jump needs none.
	 */
	uint32_t scratch;

	/*
	 * uses - the registers that an instruction reads and those that it writes. What may be a
	 * register and may be none is read. Only where scratch is not 0.
	 */
	void (*uses)(const struct isa_insn *in, uint32_t *reads, uint32_t *writes);
};

/* The tables: isa_jump_NAME of every CPU in spec/isa.def. */
#define DT_ISA(name) extern const struct isa_jump isa_jump_##name;
#include "spec/isa.def"
#undef DT_ISA

/*
 * isa_jump_is_unknown - whether an instruction is an unconditional jump of which nobody knows where it leads.
 * args:    @in decoded; @thunks, @count: as in struct isa_flow_code.
 */
bool isa_jump_is_unknown(const struct isa_insn *in, const uint64_t *thunks, size_t count);

/*
 * isa_flow_add - note a function's instructions, and where jumps lead, in a map.
 * args:    @flow the map of a function; @code: the function itself, its cold part, or any other
 *          function that may jump into the middle of it. Only what is inside of @flow is marked.
 * return:  0, or -OS_EILSEQ when the bytes do not decode: the map then must not be used.
 */
int isa_flow_add(const struct isa *isa, struct isa_flow *flow, const struct isa_flow_code *code);

/*
 * isa_region_find - the region of a site.
 * args:    @flow complete; @site an address in it; @region filled when there is one.
 * return:  ISA_JUMP_POSSIBLE, or why there is none.
 */
enum isa_jump_refusal isa_region_find(const struct isa_jump *jump, const struct isa_flow *flow, uint64_t site,
				      enum isa_jump_place place, struct isa_region *region);

/*
 * isa_region_second - what the second site's stub is made of: the region from there on, as if it were its own.
 * args:    @region has a second site.
 */
void isa_region_second(const struct isa_region *region, struct isa_region *ret);

/*
 * isa_veneer_make - a veneer of the common entry, for all stubs that reach it. Where jump->veneer is NULL
 * there is none. It begins, as stubs do, with a cookie, which is 0; stubs call what follows.
 * args:    @addr where it will be, a multiple of jump->unit; @entry address of the common entry;
 *          @bytes receives jump->unit bytes.
 */
void isa_veneer_make(const struct isa_jump *jump, uint64_t addr, uint64_t entry, uint8_t *bytes);

/*
 * isa_stub_make - a region's stub.
 * args:    @region from isa_region_find(); @stub_addr where the stub will be, a multiple of
 *          jump->unit; @entry address of the common entry, or of its veneer's code; @cookie for
 *          the common entry, cut to a machine word; @stub filled when ISA_JUMP_POSSIBLE is returned.
 */
enum isa_jump_refusal isa_stub_make(const struct isa_jump *jump, const struct isa_region *region, uint64_t stub_addr,
				    uint64_t entry, uint64_t cookie, struct isa_stub *stub);

/*
 * isa_jump_make - the region's bytes while it is a jump: the jump to @target, breaks up to its end.
 * args:    @bytes receives region->len bytes when ISA_JUMP_POSSIBLE is returned.
 */
enum isa_jump_refusal isa_jump_make(const struct isa_jump *jump, const struct isa_region *region, uint64_t target,
				    uint8_t *bytes);

/*
 * isa_region_guarded - the region's bytes while it is between the kinds: its instructions, with a break at its start
 * and at each site.
 * args:    @bytes receives region->len bytes.
 */
void isa_region_guarded(const struct isa_jump *jump, const struct isa_region *region, uint8_t *bytes);

/*
 * isa_jump_writes - how a region becomes a jump, or becomes instructions with a break at each site
 * again. After each write all CPUs are synchronised. A change that stops between two writes is
 * complete for everybody who comes: it goes on with the next one, or goes back with the writes of
 * the other direction, from any point.
 * args:    @bytes from isa_jump_make(); @on the direction; @writes receives at most ISA_JUMP_WRITES.
 * return:  their number.
 */
unsigned int isa_jump_writes(const struct isa_jump *jump, const struct isa_region *region, const uint8_t *bytes,
			     bool on, struct isa_jump_write *writes);

/* isa_jump_refusal_name - the name of a refusal, "?" for a value out of range. */
const char *isa_jump_refusal_name(unsigned int refusal);

#endif

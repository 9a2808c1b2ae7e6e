/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * emulate.c - the emulations that few sites need, for both modes. Semantics: Intel SDM volume 2,
 * each instruction's "Operation". All of it runs in probe context. Registers change only after the
 * last access that can fail.
 */
#include "isa/x86/emulate.h"

/*
 * The flags that popf loads at privilege level 0; RF becomes 0, VM and the virtual interrupt flags
 * stay. SDM volume 2, POPF, table 4-15, also for other levels.
 */
#define POPF_MASK                                                                                          \
	(X86_FLAG_CF | X86_FLAG_PF | X86_FLAG_AF | X86_FLAG_ZF | X86_FLAG_SF | X86_FLAG_TF | X86_FLAG_IF | \
	 X86_FLAG_DF | X86_FLAG_OF | X86_FLAG_IOPL | X86_FLAG_NT | X86_FLAG_AC | X86_FLAG_ID)

/* The state of one emulation, which every step needs. */
struct rare {
	const struct isa_insn *in;
	void *regs;
	const struct isa_mem *mem;
	const struct x86_frame *frame;
	unsigned int word;
	uint64_t next;
};

static DT_PROBE_CTX uint64_t reg_read(const struct rare *rare, unsigned int offset)
{
	return x86_word_get(rare->regs, offset, rare->frame->long_mode);
}

static DT_PROBE_CTX void reg_write(const struct rare *rare, unsigned int offset, uint64_t value)
{
	x86_word_set(rare->regs, offset, value, rare->frame->long_mode);
}

static DT_PROBE_CTX int push(const struct rare *rare, unsigned int size, uint64_t value)
{
	return x86_push(rare->regs, rare->mem, rare->frame, size, value);
}

static DT_PROBE_CTX int pop(const struct rare *rare, unsigned int size, uint64_t *value)
{
	return x86_pop(rare->regs, rare->mem, rare->frame, size, value);
}

/* Cut an address to what the mode has. */
static DT_PROBE_CTX uint64_t mode_address(const struct rare *rare, uint64_t addr)
{
	return rare->frame->long_mode ? addr : (uint32_t)addr;
}

/* The address of the memory operand, with the registers as they are now. */
static DT_PROBE_CTX uint64_t operand_address(const struct rare *rare)
{
	const struct isa_insn *in = rare->in;
	uint64_t addr = (uint64_t)in->imm;

	if (in->operand[0] != X86_REG_NONE)
		addr += reg_read(rare, in->operand[0]);
	if (in->operand[1] != X86_REG_NONE)
		addr += reg_read(rare, in->operand[1]) << (in->operand[2] & 3);
	if (in->operand[2] & X86_MEM_ADDR32)
		addr = (uint32_t)addr;
	return mode_address(rare, addr);
}

static DT_PROBE_CTX int emulate_push(const struct rare *rare)
{
	const struct isa_insn *in = rare->in;
	uint64_t flags = reg_read(rare, rare->frame->flags);
	uint64_t value;

	switch (in->op) {
	case X86_OP_PUSH_REG16:
		return push(rare, 2, reg_read(rare, in->operand[0]));
	case X86_OP_PUSH_IMM:
		return push(rare, in->operand[3], (uint64_t)in->imm);
	case X86_OP_PUSHF: /* the interrupted code's own IF and TF: they are in the frame, not in the CPU */
		return push(rare, in->operand[3], flags & ~(uint64_t)(X86_FLAG_RF | X86_FLAG_VM));
	default: /* X86_OP_PUSH_MEM: the address is formed before sp moves */
		if (x86_mem_load(rare->mem, operand_address(rare), in->operand[3], &value) != 0)
			return -OS_EFAULT;
		return push(rare, in->operand[3], value);
	}
}

static DT_PROBE_CTX int emulate_pop_mem(const struct rare *rare)
{
	const unsigned int size = rare->in->operand[3];
	uint64_t sp = reg_read(rare, rare->frame->general[X86_REG_SP]);
	uint64_t value;

	if (x86_mem_load(rare->mem, sp, size, &value) != 0)
		return -OS_EFAULT;
	/* An operand based on sp is addressed after the increment. */
	reg_write(rare, rare->frame->general[X86_REG_SP], sp + size);
	if (x86_mem_store(rare->mem, operand_address(rare), size, value) != 0) {
		reg_write(rare, rare->frame->general[X86_REG_SP], sp);
		return -OS_EFAULT;
	}
	return 0;
}

/* At a level that the flags' IOPL does not allow: what it may not change stays. */
static DT_PROBE_CTX uint64_t popf_mask(const struct rare *rare, uint64_t flags)
{
	unsigned int level = *(const uint8_t *)((const char *)rare->regs + rare->frame->cs) & 3;

	if (level == 0)
		return POPF_MASK;
	if (level > (flags & X86_FLAG_IOPL) >> X86_FLAG_IOPL_SHIFT)
		return POPF_MASK & ~(uint64_t)(X86_FLAG_IOPL | X86_FLAG_IF);
	return POPF_MASK & ~(uint64_t)X86_FLAG_IOPL;
}

/*
 * popf. A trap flag that it sets takes effect as on the CPU: the trap's return loads the flags, and
 * the single step happens after the instruction that follows.
 */
static DT_PROBE_CTX int emulate_popf(const struct rare *rare)
{
	const unsigned int size = rare->in->operand[3];
	uint64_t flags = reg_read(rare, rare->frame->flags);
	uint64_t mask = popf_mask(rare, flags) & (size == 2 ? 0xffff : ~(uint64_t)0);
	uint64_t value;

	if (pop(rare, size, &value) != 0)
		return -OS_EFAULT;
	flags &= ~(mask | (size == 2 ? 0 : X86_FLAG_RF));
	reg_write(rare, rare->frame->flags, flags | (value & mask));
	return 0;
}

static DT_PROBE_CTX int emulate_pop(const struct rare *rare)
{
	uint8_t offset = rare->in->operand[0];
	uint64_t value;

	switch (rare->in->op) {
	case X86_OP_POP_MEM:
		return emulate_pop_mem(rare);
	case X86_OP_POPF:
		return emulate_popf(rare);
	default: /* X86_OP_POP_REG16: the upper bits stay */
		if (pop(rare, 2, &value) != 0)
			return -OS_EFAULT;
		reg_write(rare, offset, (reg_read(rare, offset) & ~(uint64_t)0xffff) | value);
		return 0;
	}
}

static DT_PROBE_CTX int emulate_frame(const struct rare *rare)
{
	const struct x86_frame *frame = rare->frame;
	const unsigned int sp_at = frame->general[X86_REG_SP];
	const unsigned int bp_at = frame->general[X86_REG_BP];
	uint64_t bp = reg_read(rare, bp_at);
	uint64_t value;

	if (rare->in->op == X86_OP_LEAVE) {
		if (x86_mem_load(rare->mem, bp, rare->word, &value) != 0)
			return -OS_EFAULT;
		reg_write(rare, sp_at, bp + rare->word);
		reg_write(rare, bp_at, value);
		return 0;
	}
	if (push(rare, rare->word, bp) != 0) /* enter, level 0 */
		return -OS_EFAULT;
	value = reg_read(rare, sp_at);
	reg_write(rare, bp_at, value);
	reg_write(rare, sp_at, value - (uint64_t)rare->in->imm);
	return 0;
}

/*
 * loopne, loope, loop, jcxz: true when they jump. A 32-bit counter in 64-bit code clears the upper
 * half when it is written.
 */
static DT_PROBE_CTX bool emulate_loop(const struct rare *rare)
{
	const struct isa_insn *in = rare->in;
	const unsigned int at = rare->frame->general[X86_REG_CX];
	const uint64_t mask = in->operand[3] == 8 ? ~(uint64_t)0 : in->operand[3] == 4 ? 0xffffffffu : 0xffffu;
	bool zero = reg_read(rare, rare->frame->flags) & X86_FLAG_ZF;
	uint64_t value = reg_read(rare, at);
	uint64_t count;

	if (in->operand[0] == 3)
		return (value & mask) == 0;
	count = (value - 1) & mask;
	reg_write(rare, at, in->operand[3] == 2 ? (value & ~mask) | count : count);
	return count != 0 && (in->operand[0] == 2 || zero == (in->operand[0] == 1));
}

static DT_PROBE_CTX int emulate_indirect(struct rare *rare)
{
	const struct isa_insn *in = rare->in;
	uint64_t target;

	if (in->op == X86_OP_JMP_REG || in->op == X86_OP_CALL_REG)
		target = reg_read(rare, in->operand[0]);
	else if (x86_mem_load(rare->mem, operand_address(rare), rare->word, &target) != 0)
		return -OS_EFAULT;
	if ((in->op == X86_OP_CALL_REG || in->op == X86_OP_CALL_MEM) && push(rare, rare->word, rare->next) != 0)
		return -OS_EFAULT;
	rare->next = target;
	return 0;
}

static DT_PROBE_CTX int emulate_ret_imm(struct rare *rare)
{
	const unsigned int at = rare->frame->general[X86_REG_SP];

	if (pop(rare, rare->word, &rare->next) != 0)
		return -OS_EFAULT;
	reg_write(rare, at, reg_read(rare, at) + (uint64_t)rare->in->imm);
	return 0;
}

static DT_PROBE_CTX int emulate_step(struct rare *rare)
{
	switch (rare->in->op) {
	case X86_OP_PUSH_REG16:
	case X86_OP_PUSH_IMM:
	case X86_OP_PUSH_MEM:
	case X86_OP_PUSHF:
		return emulate_push(rare);
	case X86_OP_POP_REG16:
	case X86_OP_POP_MEM:
	case X86_OP_POPF:
		return emulate_pop(rare);
	case X86_OP_RET_IMM:
		return emulate_ret_imm(rare);
	case X86_OP_LEAVE:
	case X86_OP_ENTER:
		return emulate_frame(rare);
	case X86_OP_LOOP:
		if (emulate_loop(rare))
			rare->next = rare->in->target;
		return 0;
	default:
		return emulate_indirect(rare);
	}
}

DT_PROBE_CTX int x86_emulate_rare(const struct isa_insn *in, void *regs, const struct isa_mem *mem,
				  const struct x86_frame *frame)
{
	struct rare rare;

	rare.in = in;
	rare.regs = regs;
	rare.mem = mem;
	rare.frame = frame;
	rare.word = frame->long_mode ? 8 : 4;
	rare.next = in->addr + in->len;
	if (emulate_step(&rare) != 0)
		return -OS_EFAULT;
	reg_write(&rare, frame->ip, rare.next);
	return 0;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * regs.c - riscv64 registers by number and by role, the calling convention (psABI), the frame
 * chain, scanning, and the table.
 */
#include "isa/riscv64/riscv64.h"
#include "isa/generic/scan.h"

#define CALL_MAX_ARGS 10

/* From spec/isa/riscv64.regs. */
static const struct isa_reg_name reg_names[] = {
#define REG(field, text, bytes, number)                                                                      \
	{                                                                                                    \
		.name = text, .offset = offsetof(struct riscv64_regs, field), .size = bytes, .dwarf = number \
	}
#include "riscv64_regs_table.h"
#undef REG
};

DT_PROBE_INLINE const struct riscv64_regs *file(const struct isa_regs *regs)
{
	return (const struct riscv64_regs *)regs;
}

DT_PROBE_CTX uint64_t riscv64_reg_get(const struct isa_regs *regs, unsigned int reg)
{
	return reg < DT_ARRAY_SIZE(reg_names) ? ((const uint64_t *)regs)[reg] : 0;
}

DT_PROBE_CTX void riscv64_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value)
{
	if (reg < DT_ARRAY_SIZE(reg_names))
		((uint64_t *)regs)[reg] = value;
}

DT_STATIC_ASSERT(sizeof(struct riscv64_regs) == sizeof(uint64_t) * DT_ARRAY_SIZE(reg_names),
		 "registers are an array of words");

DT_PROBE_CTX uint64_t riscv64_pc_get(const struct isa_regs *regs)
{
	return file(regs)->epc;
}

DT_PROBE_CTX void riscv64_pc_set(struct isa_regs *regs, uint64_t pc)
{
	struct riscv64_regs *mine = (struct riscv64_regs *)regs;

	mine->epc = pc;
}

DT_PROBE_CTX uint64_t riscv64_sp_get(const struct isa_regs *regs)
{
	return file(regs)->x[RISCV64_SP];
}

DT_PROBE_CTX uint64_t riscv64_fp_get(const struct isa_regs *regs)
{
	return file(regs)->x[RISCV64_S0];
}

DT_PROBE_CTX int riscv64_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				 uint64_t *value)
{
	if (n >= CALL_MAX_ARGS)
		return -ISA_ERANGE;
	if (n >= ISA_REGISTER_ARGS)
		return isa_mem_load(mem, file(regs)->x[RISCV64_SP] + 8 * (uint64_t)(n - ISA_REGISTER_ARGS), 8, value);
	*value = riscv64_register_arg(regs, n);
	return 0;
}

DT_PROBE_CTX int64_t riscv64_ret_get(const struct isa_regs *regs)
{
	return riscv64_ret(regs);
}

DT_PROBE_CTX static void ret_set(struct isa_regs *regs, uint64_t value)
{
	((struct riscv64_regs *)regs)->x[RISCV64_A0] = value;
}

DT_PROBE_CTX int riscv64_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value)
{
	*value = file(regs)->x[RISCV64_RA];
	return 0;
}

/* The frame pointer is the stack pointer at entry; the record is below it. */
DT_PROBE_CTX int riscv64_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem)
{
	return word == 8 ? isa_frame_step(fp, pc, mem, -16, -8) : -OS_EFAULT;
}

/* ---- Is-enabled ------------------------------------------------------------------------------ */

static bool ret_is_cleared(const struct isa_insn *in)
{
	static const uint32_t forms[] = {
		0x00000513u, /* li a0, 0: addi a0, zero, 0 */
		0x00000533u, /* add a0, zero, zero */
		0x00a54533u, /* xor a0, a0, a0 */
	};
	uint32_t word = in->bytes[0] | (uint32_t)in->bytes[1] << 8 | (uint32_t)in->bytes[2] << 16 |
			(uint32_t)in->bytes[3] << 24;
	size_t i;

	if (in->len == 2)
		return (word & 0xffff) == 0x4501; /* c.li a0, 0 */
	for (i = 0; i < DT_ARRAY_SIZE(forms); i++) {
		if (in->len == 4 && word == forms[i])
			return true;
	}
	return false;
}

/* ---- Scanning -------------------------------------------------------------------------------- */

/* auipc rX, high; jalr rd, low(rX): both instructions together give the destination. */
static void resolve_pair(const struct isa_insn *before, struct isa_insn *in)
{
	if (before->op == RISCV64_OP_AUIPC && in->op == RISCV64_OP_JALR && RISCV64_RS1(in) == RISCV64_RD(before))
		in->target = (before->target + (uint64_t)in->imm) & ~(uint64_t)1;
}

/* c.j; c.beqz, c.bnez; jal, beq and its like; jalr, which may be the second one of a pair. */
static enum isa_scan_way way(const uint8_t *code)
{
	uint32_t word = riscv64_word(code, 2);

	if ((word & 0xe003) == 0xa001 || (word & 0xc003) == 0xc001)
		return word >> 12 & 1 ? ISA_SCAN_BACKWARD : ISA_SCAN_FORWARD;
	if ((word & 0x7f) == 0x6f || (word & 0x7f) == 0x63 || (word & 0x7f) == 0x67)
		return ISA_SCAN_EITHER; /* its sign is in the upper half */
	return ISA_SCAN_NO_JUMP;
}

static const struct isa_scan_rules scan_rules = {
	.look = riscv64_look,
	.decode = riscv64_insn_decode,
	.way = way,
	.step = 2,
	.pair = resolve_pair,
	.load_exclusive = RISCV64_OP_LOAD_RESERVED,
	.store_exclusive = RISCV64_OP_STORE_CONDITIONAL,
	.exclusive_span = 64, /* 16 instructions: "constrained LR/SC loops", chapter "A" */
	.literal_high = 0xffffffffu,
};

long riscv64_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	return isa_scan_fixed(&scan_rules, code, env, report, arg);
}

bool riscv64_may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target)
{
	return isa_scan_may_jump_to(&scan_rules, code, size, addr, target);
}

long riscv64_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	return isa_scan_fixed_insns(&scan_rules, code, env, report, arg);
}

const struct isa isa_riscv64 = {
	.name = "riscv64",
	.word_size = 8,
	.elf_machine = 243,
	.elf_irelative = 58,
	.big_endian = false,
	.insn_align = 2,
	.insn_max = 4,
	.break_len = ISA_SELF_BREAK_LEN,
	.break_bytes = { RISCV64_BREAK & 0xff, RISCV64_BREAK >> 8 },
	.break_pc_after = ISA_SELF_BREAK_PC_AFTER,
	.slot_size = ISA_SELF_SLOT_SIZE,
	.call_max_args = CALL_MAX_ARGS,
	.regs = reg_names,
	.reg_count = DT_ARRAY_SIZE(reg_names),
	.regs_size = sizeof(struct riscv64_regs),
	.syscall = { .code = { 0x73, 0x00, 0x00, 0x00 },
		     .len = 4,
		     .number = 17,
		     .result = 10, /* a7, a0 */
		     .args = { 10, 11, 12, 13, 14, 15 },
		     .mmap = 222,
		     .munmap = 215,
		     .mremap = 216,
		     .clone = 220,
		     .clone3 = 435 },
	.frame_words = 0,
	.has_link = true,
	.return_mask = ~(uint64_t)0,
	.insn_len = riscv64_insn_len,
	.insn_decode = riscv64_insn_decode,
	.insn_emulate = riscv64_insn_emulate,
	.insn_relocate = riscv64_insn_relocate,
	.insn_format = riscv64_insn_format,
	.scan_sites = riscv64_scan_sites,
	.scan_insns = riscv64_scan_insns,
	.may_jump_to = riscv64_may_jump_to,
	.entry_skip = riscv64_entry_skip,
	.reg_get = riscv64_reg_get,
	.reg_set = riscv64_reg_set,
	.pc_get = riscv64_pc_get,
	.pc_set = riscv64_pc_set,
	.sp_get = riscv64_sp_get,
	.fp_get = riscv64_fp_get,
	.arg_get = riscv64_arg_get,
	.user_arg_get = riscv64_arg_get,
	.call_arg_get = riscv64_arg_get,
	.ret_get = riscv64_ret_get,
	.ret_set = ret_set,
	.ret_is_cleared = ret_is_cleared,
	.caller_get = riscv64_caller_get,
	.frame_next = riscv64_frame_next,
};

DT_STATIC_ASSERT(sizeof(struct riscv64_regs) <= ISA_REGS_MAX, "there is room for a copy of the registers");

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * regs.c - aarch64 registers by number and by role, the procedure call standard (AAPCS64), the
 * frame chain, and the table.
 */
#include "isa/aarch64/aarch64.h"
#include "isa/generic/scan.h"

#define CALL_MAX_ARGS 10
#define FP            29

/* From spec/isa/aarch64.regs. */
static const struct isa_reg_name reg_names[] = {
#define REG(field, text, bytes, number)                                                                      \
	{                                                                                                    \
		.name = text, .offset = offsetof(struct aarch64_regs, field), .size = bytes, .dwarf = number \
	}
#include "aarch64_regs_table.h"
#undef REG
};

DT_PROBE_INLINE const struct aarch64_regs *file(const struct isa_regs *regs)
{
	return (const struct aarch64_regs *)regs;
}

/*
 * A return address that was signed (paciasp) carries its signature in the bits above the address:
 * bit 55 says which half it belongs to. Kernel addresses have all bits above 47 set, user addresses
 * have them clear (a process that asked for a 52-bit address space and signs code addresses up
 * there would be misread).
 */
#define USER_ADDRESS 0x0000ffffffffffffu

DT_PROBE_INLINE uint64_t strip_signature(uint64_t pc)
{
	return pc >> 55 & 1 ? pc | ~(uint64_t)USER_ADDRESS : pc & USER_ADDRESS;
}

DT_PROBE_CTX uint64_t aarch64_reg_get(const struct isa_regs *regs, unsigned int reg)
{
	return reg < DT_ARRAY_SIZE(reg_names) ? ((const uint64_t *)regs)[reg] : 0;
}

DT_PROBE_CTX void aarch64_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value)
{
	if (reg < DT_ARRAY_SIZE(reg_names))
		((uint64_t *)regs)[reg] = value;
}

DT_STATIC_ASSERT(sizeof(struct aarch64_regs) == sizeof(uint64_t) * DT_ARRAY_SIZE(reg_names),
		 "registers are an array of words");

DT_PROBE_CTX uint64_t aarch64_pc_get(const struct isa_regs *regs)
{
	return file(regs)->pc;
}

DT_PROBE_CTX void aarch64_pc_set(struct isa_regs *regs, uint64_t pc)
{
	struct aarch64_regs *mine = (struct aarch64_regs *)regs;

	mine->pc = pc;
}

DT_PROBE_CTX uint64_t aarch64_sp_get(const struct isa_regs *regs)
{
	return file(regs)->sp;
}

DT_PROBE_CTX uint64_t aarch64_fp_get(const struct isa_regs *regs)
{
	return file(regs)->x[FP];
}

DT_PROBE_CTX int aarch64_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				 uint64_t *value)
{
	if (n >= CALL_MAX_ARGS)
		return -ISA_ERANGE;
	if (n >= ISA_REGISTER_ARGS)
		return isa_mem_load(mem, file(regs)->sp + 8 * (uint64_t)(n - ISA_REGISTER_ARGS), 8, value);
	*value = aarch64_register_arg(regs, n);
	return 0;
}

DT_PROBE_CTX int64_t aarch64_ret_get(const struct isa_regs *regs)
{
	return aarch64_ret(regs);
}

DT_PROBE_CTX static void ret_set(struct isa_regs *regs, uint64_t value)
{
	((struct aarch64_regs *)regs)->x[0] = value;
}

DT_PROBE_CTX int aarch64_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value)
{
	*value = strip_signature(file(regs)->x[AARCH64_LR]);
	return 0;
}

DT_PROBE_CTX int aarch64_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem)
{
	int ret = word == 8 ? isa_frame_step(fp, pc, mem, 0, 8) : -OS_EFAULT;

	if (ret == 0)
		*pc = strip_signature(*pc);
	return ret;
}

/* ---- Is-enabled ------------------------------------------------------------------------------ */

static bool ret_is_cleared(const struct isa_insn *in)
{
	static const uint32_t forms[] = {
		0xd2800000u, /* mov x0, #0 */
		0x52800000u, /* mov w0, #0 */
		0xaa1f03e0u, /* mov x0, xzr */
		0x2a1f03e0u, /* mov w0, wzr */
		0xca000000u, /* eor x0, x0, x0 */
		0x4a000000u, /* eor w0, w0, w0 */
	};
	uint32_t word = in->bytes[0] | (uint32_t)in->bytes[1] << 8 | (uint32_t)in->bytes[2] << 16 |
			(uint32_t)in->bytes[3] << 24;
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(forms); i++) {
		if (in->len == 4 && word == forms[i])
			return true;
	}
	return false;
}

/* ---- Scanning -------------------------------------------------------------------------------- */

/* b; b.cond, bc.cond, cbz, cbnz; tbz, tbnz (DDI 0487, C4.1, "Branches, Exception Generating and System"). */
static enum isa_scan_way way(const uint8_t *code)
{
	uint32_t word = aarch64_word(code), sign;

	if (word >> 26 == 0x05)
		sign = word >> 25;
	else if (word >> 24 == 0x54 || (word >> 25 & 0x3f) == 0x1a)
		sign = word >> 23;
	else if ((word >> 25 & 0x3f) == 0x1b)
		sign = word >> 18;
	else
		return ISA_SCAN_NO_JUMP;
	return sign & 1 ? ISA_SCAN_BACKWARD : ISA_SCAN_FORWARD;
}

static const struct isa_scan_rules scan_rules = {
	.look = aarch64_look,
	.decode = aarch64_insn_decode,
	.way = way,
	.step = 4,
	.load_exclusive = AARCH64_OP_LOAD_EXCLUSIVE,
	.store_exclusive = AARCH64_OP_STORE_EXCLUSIVE,
	.exclusive_span = 128, /* B2.9.5: longer sequences are not promised to ever succeed */
	.literal_high = 0xffff0000u,
};

long aarch64_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	return isa_scan_fixed(&scan_rules, code, env, report, arg);
}

bool aarch64_may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target)
{
	return isa_scan_may_jump_to(&scan_rules, code, size, addr, target);
}

long aarch64_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	return isa_scan_fixed_insns(&scan_rules, code, env, report, arg);
}

const struct isa isa_aarch64 = {
	.name = "aarch64",
	.word_size = 8,
	.elf_machine = 183,
	.elf_irelative = 1032,
	.big_endian = false,
	.insn_align = 4,
	.insn_max = 4,
	.break_len = ISA_SELF_BREAK_LEN,
	.break_bytes = { AARCH64_BREAK & 0xff, AARCH64_BREAK >> 8 & 0xff, AARCH64_BREAK >> 16 & 0xff,
			 AARCH64_BREAK >> 24 },
	.break_pc_after = ISA_SELF_BREAK_PC_AFTER,
	.slot_size = ISA_SELF_SLOT_SIZE,
	.slot_reach = (1u << 27) - (1u << 16), /* of B (Arm ARM DDI 0487, C6.2.26) */
	.call_max_args = CALL_MAX_ARGS,
	.regs = reg_names,
	.reg_count = DT_ARRAY_SIZE(reg_names),
	.regs_size = sizeof(struct aarch64_regs),
	.syscall = { .code = { 0x01, 0x00, 0x00, 0xd4 },
		     .len = 4,
		     .number = 8,
		     .result = 0,
		     .args = { 0, 1, 2, 3, 4, 5 },
		     .mmap = 222,
		     .munmap = 215,
		     .mremap = 216,
		     .clone = 220,
		     .clone3 = 435 },
	.frame_words = -1,
	.has_link = true,
	.return_mask = USER_ADDRESS,
	.insn_len = aarch64_insn_len,
	.insn_decode = aarch64_insn_decode,
	.insn_emulate = aarch64_insn_emulate,
	.insn_relocate = aarch64_insn_relocate,
	.insn_format = aarch64_insn_format,
	.scan_sites = aarch64_scan_sites,
	.scan_insns = aarch64_scan_insns,
	.may_jump_to = aarch64_may_jump_to,
	.entry_skip = aarch64_entry_skip,
	.reg_get = aarch64_reg_get,
	.reg_set = aarch64_reg_set,
	.pc_get = aarch64_pc_get,
	.pc_set = aarch64_pc_set,
	.sp_get = aarch64_sp_get,
	.fp_get = aarch64_fp_get,
	.arg_get = aarch64_arg_get,
	.user_arg_get = aarch64_arg_get,
	.call_arg_get = aarch64_arg_get,
	.ret_get = aarch64_ret_get,
	.ret_set = ret_set,
	.ret_is_cleared = ret_is_cleared,
	.caller_get = aarch64_caller_get,
	.frame_next = aarch64_frame_next,
};

DT_STATIC_ASSERT(sizeof(struct aarch64_regs) <= ISA_REGS_MAX, "there is room for a copy of the registers");

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* regs.c - i386: registers, arguments and return values of an interrupted function (Linux kernel: regparm(3)). */
#include "isa/i386/isa_types.h"
#include "isa/i386/regs.h"

/* From spec/isa/i386.regs. */
const struct isa_reg_name i386_reg_names[] = {
#define REG(field, text, bytes, number)                                                                   \
	{                                                                                                 \
		.name = text, .offset = offsetof(struct i386_regs, field), .size = bytes, .dwarf = number \
	}
#include "i386_regs_table.h"
#undef REG
};
DT_STATIC_ASSERT(DT_ARRAY_SIZE(i386_reg_names) == I386_REG_COUNT, "regs.h knows how many registers there are");

DT_PROBE_CTX uint64_t i386_reg_get(const struct isa_regs *regs, unsigned int reg)
{
	return x86_reg_get(regs, i386_reg_names, I386_REG_COUNT, reg);
}

DT_PROBE_CTX void i386_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value)
{
	x86_reg_set(regs, i386_reg_names, I386_REG_COUNT, reg, value);
}

DT_PROBE_CTX uint64_t i386_pc_get(const struct isa_regs *regs)
{
	return ((const struct i386_regs *)regs)->ip;
}

DT_PROBE_CTX void i386_pc_set(struct isa_regs *regs, uint64_t pc)
{
	((struct i386_regs *)regs)->ip = pc;
}

DT_PROBE_CTX uint64_t i386_sp_get(const struct isa_regs *regs)
{
	return ((const struct i386_regs *)regs)->sp;
}

DT_PROBE_CTX uint64_t i386_fp_get(const struct isa_regs *regs)
{
	return ((const struct i386_regs *)regs)->bp;
}

DT_PROBE_CTX int i386_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value)
{
	uint64_t addr;

	/*
	 * A 64-bit argument takes two of these words, and goes to the stack when it does not fit
	 * into registers whole.
	 */
	if (n < ISA_REGISTER_ARGS) {
		*value = i386_register_arg(regs, n);
		return 0;
	}
	if (n >= I386_CALL_MAX_ARGS)
		return -OS_ERANGE;
	/* [sp] is the return address, the stack arguments are above it. */
	addr = i386_sp_get(regs) + 4 + 4 * (uint64_t)(n - ISA_REGISTER_ARGS);
	return x86_mem_load(mem, (uint32_t)addr, 4, value);
}

/* [sp] is the return address, all arguments are above it. */
DT_PROBE_CTX int i386_user_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				   uint64_t *value)
{
	return x86_user_arg_32(i386_sp_get(regs) + 4, n, mem, value);
}

/* [sp] is the first argument. */
DT_PROBE_CTX int i386_call_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				   uint64_t *value)
{
	return x86_user_arg_32(i386_sp_get(regs), n, mem, value);
}

DT_PROBE_CTX void i386_ret_set(struct isa_regs *regs, uint64_t value)
{
	((struct i386_regs *)regs)->ax = (uint32_t)value;
}

DT_PROBE_CTX int64_t i386_ret_get(const struct isa_regs *regs)
{
	return i386_ret(regs);
}

DT_PROBE_CTX int i386_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value)
{
	return x86_mem_load(mem, i386_sp_get(regs), 4, value);
}

DT_PROBE_CTX int i386_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem)
{
	return word == 4 ? x86_frame_next(word, fp, pc, mem) : -OS_EFAULT;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * regs.c - x86_64: registers, arguments and return values of an interrupted function (System V
 * psABI, kernel flavour).
 */
#include "isa/x86_64/isa_types.h"
#include "isa/x86/memory.h"
#include "isa/x86_64/regs.h"

/* From spec/isa/x86_64.regs. */
const struct isa_reg_name x86_64_reg_names[] = {
#define REG(field, text, bytes, number)                                                                     \
	{                                                                                                   \
		.name = text, .offset = offsetof(struct x86_64_regs, field), .size = bytes, .dwarf = number \
	}
#include "x86_64_regs_table.h"
#undef REG
};
DT_STATIC_ASSERT(DT_ARRAY_SIZE(x86_64_reg_names) == X86_64_REG_COUNT, "regs.h knows how many registers there are");

DT_PROBE_CTX uint64_t x86_64_reg_get(const struct isa_regs *regs, unsigned int reg)
{
	return x86_reg_get(regs, x86_64_reg_names, X86_64_REG_COUNT, reg);
}

DT_PROBE_CTX void x86_64_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value)
{
	x86_reg_set(regs, x86_64_reg_names, X86_64_REG_COUNT, reg, value);
}

DT_PROBE_CTX uint64_t x86_64_pc_get(const struct isa_regs *regs)
{
	return ((const struct x86_64_regs *)regs)->ip;
}

DT_PROBE_CTX void x86_64_pc_set(struct isa_regs *regs, uint64_t pc)
{
	((struct x86_64_regs *)regs)->ip = pc;
}

DT_PROBE_CTX uint64_t x86_64_sp_get(const struct isa_regs *regs)
{
	return ((const struct x86_64_regs *)regs)->sp;
}

DT_PROBE_CTX uint64_t x86_64_fp_get(const struct isa_regs *regs)
{
	return ((const struct x86_64_regs *)regs)->bp;
}

/* [sp] is the return address, the stack arguments are above it. */
DT_PROBE_CTX static int stack_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				      uint64_t *value)
{
	uint64_t addr = x86_64_sp_get(regs) + 8 + 8 * (uint64_t)(n - ISA_REGISTER_ARGS);

	return n < X86_64_CALL_MAX_ARGS ? x86_mem_load(mem, addr, 8, value) : -OS_ERANGE;
}

DT_PROBE_CTX int x86_64_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value)
{
	if (DT_UNLIKELY(n >= ISA_REGISTER_ARGS))
		return stack_arg_get(regs, n, mem, value);
	*value = x86_64_register_arg(regs, n);
	return 0;
}

/* [sp] is the first argument on the stack. */
DT_PROBE_CTX int x86_64_call_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				     uint64_t *value)
{
	if (n < ISA_REGISTER_ARGS)
		return x86_64_arg_get(regs, n, mem, value);
	if (n >= X86_64_CALL_MAX_ARGS)
		return -OS_ERANGE;
	return x86_mem_load(mem, x86_64_sp_get(regs) + 8 * (uint64_t)(n - ISA_REGISTER_ARGS), 8, value);
}

DT_PROBE_CTX void x86_64_ret_set(struct isa_regs *regs, uint64_t value)
{
	((struct x86_64_regs *)regs)->ax = value;
}

DT_PROBE_CTX int64_t x86_64_ret_get(const struct isa_regs *regs)
{
	return x86_64_ret(regs);
}

DT_PROBE_CTX int x86_64_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value)
{
	return x86_mem_load(mem, x86_64_sp_get(regs), 8, value);
}

DT_PROBE_CTX int x86_64_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem)
{
	return word == 4 || word == 8 ? x86_frame_next(word, fp, pc, mem) : -OS_EFAULT;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * isa_types.h - x86_64: the register file and the link-time binding of the isa contract (isa/isa.h, last section).
 */
#ifndef ISA_X86_64_ISA_TYPES_H
#define ISA_X86_64_ISA_TYPES_H

#include "isa/isa.h"

/*
 * The interrupted registers, laid out as the Linux kernel's struct pt_regs for this CPU (os/linux asserts it).
 * The upper bits of cs and ss are not part of the selector (kernels with FRED keep event information there).
 */
struct x86_64_regs {
	uint64_t r15;
	uint64_t r14;
	uint64_t r13;
	uint64_t r12;
	uint64_t bp;
	uint64_t bx;
	uint64_t r11;
	uint64_t r10;
	uint64_t r9;
	uint64_t r8;
	uint64_t ax;
	uint64_t cx;
	uint64_t dx;
	uint64_t si;
	uint64_t di;
	uint64_t orig_ax;
	uint64_t ip;
	uint64_t cs;
	uint64_t flags;
	uint64_t sp;
	uint64_t ss;
};

#define ISA_SELF_BREAK_LEN      1
#define ISA_SELF_BREAK_PC_AFTER 1
#define ISA_SELF_SLOT_SIZE      32
#define ISA_SELF_STUB_UNIT      32
#define ISA_SELF_STUB_BACK      0
#define ISA_REGISTER_ARGS       6

#define isa_self                isa_x86_64
#define isa_self_regs           x86_64_regs
#define isa_jump_self           isa_jump_x86_64
#define isa_native_self         isa_native_x86_64
#define ISA_NATIVE_CC
#define isa_insn_len      x86_64_insn_len
#define isa_insn_decode   x86_64_insn_decode
#define isa_insn_emulate  x86_64_insn_emulate
#define isa_insn_relocate x86_64_insn_relocate
#define isa_insn_format   x86_64_insn_format
#define isa_scan_sites    x86_64_scan_sites
#define isa_scan_insns    x86_64_scan_insns
#define isa_entry_skip    x86_64_entry_skip
#define isa_reg_get       x86_64_reg_get
#define isa_reg_set       x86_64_reg_set
#define isa_pc_get        x86_64_pc
#define isa_pc_set        x86_64_pc_put
#define isa_sp_get        x86_64_sp_get
#define isa_fp_get        x86_64_fp_get
#define isa_entry_args    x86_64_entry_args
#define isa_register_arg  x86_64_register_arg
#define isa_arg_get       x86_64_arg_get
#define isa_user_arg_get  x86_64_arg_get
#define isa_ret_get       x86_64_ret
#define isa_caller_get    x86_64_caller_get
#define isa_frame_next    x86_64_frame_next

unsigned int x86_64_insn_len(const uint8_t *code, size_t size);
enum isa_verdict x86_64_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);
int x86_64_insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem);
int x86_64_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr);
void x86_64_insn_format(const struct isa_insn *in, char *buf, size_t size);
long x86_64_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_candidate *candidate), void *arg);
long x86_64_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_insn *insn), void *arg);
unsigned int x86_64_entry_skip(const uint8_t *code, size_t size);
uint64_t x86_64_reg_get(const struct isa_regs *regs, unsigned int reg);
void x86_64_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value);
uint64_t x86_64_pc_get(const struct isa_regs *regs);
void x86_64_pc_set(struct isa_regs *regs, uint64_t pc);
uint64_t x86_64_sp_get(const struct isa_regs *regs);
uint64_t x86_64_fp_get(const struct isa_regs *regs);
int x86_64_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int x86_64_call_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int64_t x86_64_ret_get(const struct isa_regs *regs);
void x86_64_ret_set(struct isa_regs *regs, uint64_t value);
int x86_64_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value);
int x86_64_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem);

/* pc_get and pc_set, where the CPU is known: each trap does it several times. */
DT_PROBE_INLINE uint64_t x86_64_pc(const struct isa_regs *regs)
{
	return ((const struct x86_64_regs *)regs)->ip;
}

DT_PROBE_INLINE void x86_64_pc_put(struct isa_regs *regs, uint64_t pc)
{
	((struct x86_64_regs *)regs)->ip = pc;
}

DT_PROBE_INLINE void x86_64_entry_args(const struct isa_regs *regs, uint64_t *words)
{
	const struct x86_64_regs *file = (const void *)regs;

	words[0] = file->di;
	words[1] = file->si;
	words[2] = file->dx;
}

DT_PROBE_INLINE uint64_t x86_64_register_arg(const struct isa_regs *regs, unsigned int n)
{
	static const uint8_t offsets[ISA_REGISTER_ARGS] = {
		offsetof(struct x86_64_regs, di), offsetof(struct x86_64_regs, si), offsetof(struct x86_64_regs, dx),
		offsetof(struct x86_64_regs, cx), offsetof(struct x86_64_regs, r8), offsetof(struct x86_64_regs, r9),
	};

	return *(const uint64_t *)((const char *)regs + offsets[n]);
}

DT_PROBE_INLINE int64_t x86_64_ret(const struct isa_regs *regs)
{
	return (int64_t)((const struct x86_64_regs *)regs)->ax;
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * isa_types.h - i386: the register file and the link-time binding of the isa contract (isa/isa.h, last section).
 */
#ifndef ISA_I386_ISA_TYPES_H
#define ISA_I386_ISA_TYPES_H

#include "isa/isa.h"

/*
 * The interrupted registers, laid out as the Linux kernel's struct pt_regs for this CPU (os/linux asserts it).
 * The upper 16 bits of the segment registers are not defined.
 */
struct i386_regs {
	uint32_t bx;
	uint32_t cx;
	uint32_t dx;
	uint32_t si;
	uint32_t di;
	uint32_t bp;
	uint32_t ax;
	uint32_t ds;
	uint32_t es;
	uint32_t fs;
	uint32_t gs;
	uint32_t orig_ax;
	uint32_t ip;
	uint32_t cs;
	uint32_t flags;
	uint32_t sp;
	uint32_t ss;
};

#define ISA_SELF_BREAK_LEN      1
#define ISA_SELF_BREAK_PC_AFTER 1
#define ISA_SELF_SLOT_SIZE      32
#define ISA_SELF_STUB_UNIT      32
#define ISA_SELF_STUB_BACK      0
#define ISA_REGISTER_ARGS       3

#define isa_self                isa_i386
#define isa_self_regs           i386_regs
#define isa_jump_self           isa_jump_i386
#define isa_native_self         isa_native_i386
#define ISA_NATIVE_CC           __attribute__((regparm(3)))
#define isa_insn_len            i386_insn_len
#define isa_insn_decode         i386_insn_decode
#define isa_insn_emulate        i386_insn_emulate
#define isa_insn_relocate       i386_insn_relocate
#define isa_insn_format         i386_insn_format
#define isa_scan_sites          i386_scan_sites
#define isa_scan_insns          i386_scan_insns
#define isa_entry_skip          i386_entry_skip
#define isa_reg_get             i386_reg_get
#define isa_reg_set             i386_reg_set
#define isa_pc_get              i386_pc
#define isa_pc_set              i386_pc_put
#define isa_sp_get              i386_sp_get
#define isa_fp_get              i386_fp_get
#define isa_entry_args          i386_entry_args
#define isa_register_arg        i386_register_arg
#define isa_arg_get             i386_arg_get
#define isa_user_arg_get        i386_user_arg_get
#define isa_ret_get             i386_ret
#define isa_caller_get          i386_caller_get
#define isa_frame_next          i386_frame_next

unsigned int i386_insn_len(const uint8_t *code, size_t size);
enum isa_verdict i386_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);
int i386_insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem);
int i386_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr);
void i386_insn_format(const struct isa_insn *in, char *buf, size_t size);
long i386_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
		     int (*report)(void *arg, const struct isa_candidate *candidate), void *arg);
long i386_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
		     int (*report)(void *arg, const struct isa_insn *insn), void *arg);
unsigned int i386_entry_skip(const uint8_t *code, size_t size);
uint64_t i386_reg_get(const struct isa_regs *regs, unsigned int reg);
void i386_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value);
uint64_t i386_pc_get(const struct isa_regs *regs);
void i386_pc_set(struct isa_regs *regs, uint64_t pc);
uint64_t i386_sp_get(const struct isa_regs *regs);
uint64_t i386_fp_get(const struct isa_regs *regs);
int i386_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int i386_user_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int i386_call_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int64_t i386_ret_get(const struct isa_regs *regs);
void i386_ret_set(struct isa_regs *regs, uint64_t value);
int i386_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value);
int i386_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem);

/* pc_get and pc_set, where the CPU is known: each trap does it several times. */
DT_PROBE_INLINE uint64_t i386_pc(const struct isa_regs *regs)
{
	return ((const struct i386_regs *)regs)->ip;
}

DT_PROBE_INLINE void i386_pc_put(struct isa_regs *regs, uint64_t pc)
{
	((struct i386_regs *)regs)->ip = pc;
}

DT_PROBE_INLINE void i386_entry_args(const struct isa_regs *regs, uint64_t *words)
{
	const struct i386_regs *file = (const void *)regs;

	words[0] = file->ax;
	words[1] = file->dx;
	words[2] = file->cx;
}

DT_PROBE_INLINE uint64_t i386_register_arg(const struct isa_regs *regs, unsigned int n)
{
	static const uint8_t offsets[ISA_REGISTER_ARGS] = {
		offsetof(struct i386_regs, ax),
		offsetof(struct i386_regs, dx),
		offsetof(struct i386_regs, cx),
	};

	return *(const uint32_t *)((const char *)regs + offsets[n]);
}

DT_PROBE_INLINE int64_t i386_ret(const struct isa_regs *regs)
{
	return (int32_t)((const struct i386_regs *)regs)->ax;
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* isa_types.h (aarch64) - the register file, the backend's functions, and their link-time binding. */
#ifndef ISA_AARCH64_ISA_TYPES_H
#define ISA_AARCH64_ISA_TYPES_H

#include "isa/isa.h"

/*
 * The part of the kernel's struct pt_regs that is relied upon: it begins like this in every version
 * (what follows, orig_x0, syscallno and so on, changed over time). os/linux asserts the offsets.
 */
struct aarch64_regs {
	uint64_t x[31];
	uint64_t sp;
	uint64_t pc;
	uint64_t pstate;
};

unsigned int aarch64_insn_len(const uint8_t *code, size_t size);
enum isa_verdict aarch64_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);
int aarch64_insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem);
int aarch64_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr);
void aarch64_insn_format(const struct isa_insn *in, char *buf, size_t size);
long aarch64_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_candidate *candidate), void *arg);
long aarch64_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_insn *insn), void *arg);
bool aarch64_may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target);
unsigned int aarch64_entry_skip(const uint8_t *code, size_t size);
uint64_t aarch64_reg_get(const struct isa_regs *regs, unsigned int reg);
void aarch64_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value);
uint64_t aarch64_pc_get(const struct isa_regs *regs);
void aarch64_pc_set(struct isa_regs *regs, uint64_t pc);
uint64_t aarch64_sp_get(const struct isa_regs *regs);
uint64_t aarch64_fp_get(const struct isa_regs *regs);
int aarch64_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int64_t aarch64_ret_get(const struct isa_regs *regs);
int aarch64_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value);
int aarch64_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem);

#define isa_self        isa_aarch64
#define isa_self_regs   aarch64_regs
#define isa_jump_self   isa_jump_aarch64
#define isa_native_self isa_native_aarch64
#define ISA_NATIVE_CC
#define isa_insn_decode         aarch64_insn_decode
#define isa_insn_emulate        aarch64_insn_emulate
#define isa_insn_relocate       aarch64_insn_relocate
#define isa_scan_sites          aarch64_scan_sites
#define isa_scan_insns          aarch64_scan_insns
#define isa_entry_skip          aarch64_entry_skip
#define isa_reg_get             aarch64_reg_get
#define isa_reg_set             aarch64_reg_set
#define isa_pc_get              aarch64_pc
#define isa_pc_set              aarch64_pc_put
#define isa_sp_get              aarch64_sp_get
#define isa_fp_get              aarch64_fp_get
#define isa_entry_args          aarch64_entry_args
#define isa_register_arg        aarch64_register_arg
#define isa_arg_get             aarch64_arg_get
#define isa_user_arg_get        aarch64_arg_get
#define isa_ret_get             aarch64_ret
#define isa_caller_get          aarch64_caller_get
#define isa_frame_next          aarch64_frame_next

#define ISA_SELF_BREAK_LEN      4
#define ISA_SELF_BREAK_PC_AFTER 0
#define ISA_SELF_SLOT_SIZE      16
#define ISA_SELF_STUB_UNIT      32
#define ISA_SELF_STUB_BACK      0
#define ISA_REGISTER_ARGS       8

/*
 * The break: BRK #0xd7a. The kernel itself uses other numbers (kprobes 4-6, kgdb 0x400, BUG 0x800,
 * KASAN 0x900, ...).
 */
#define AARCH64_BREAK_IMM       0xd7au
#define AARCH64_BREAK           (0xd4200000u | AARCH64_BREAK_IMM << 5)

/* pc_get and pc_set, where the CPU is known: each trap does it several times. */
DT_PROBE_INLINE uint64_t aarch64_pc(const struct isa_regs *regs)
{
	return ((const struct aarch64_regs *)regs)->pc;
}

DT_PROBE_INLINE void aarch64_pc_put(struct isa_regs *regs, uint64_t pc)
{
	((struct aarch64_regs *)regs)->pc = pc;
}

DT_PROBE_INLINE void aarch64_entry_args(const struct isa_regs *regs, uint64_t *words)
{
	const struct aarch64_regs *file = (const void *)regs;

	words[0] = file->x[0];
	words[1] = file->x[1];
	words[2] = file->x[2];
}

DT_PROBE_INLINE uint64_t aarch64_register_arg(const struct isa_regs *regs, unsigned int n)
{
	return ((const struct aarch64_regs *)regs)->x[n];
}

DT_PROBE_INLINE int64_t aarch64_ret(const struct isa_regs *regs)
{
	return (int64_t)((const struct aarch64_regs *)regs)->x[0];
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* isa_types.h (riscv64) - the register file, the backend's functions, and their link-time binding. */
#ifndef ISA_RISCV64_ISA_TYPES_H
#define ISA_RISCV64_ISA_TYPES_H

#include "isa/isa.h"

/*
 * The kernel's struct pt_regs. It stores the program counter where register x0, which needs no
 * place, would be; so register n is x[n] for n > 0.
 */
struct riscv64_regs {
	union {
		uint64_t x[32];
		uint64_t epc;
	};
	uint64_t status;
	uint64_t badaddr;
	uint64_t cause;
	uint64_t orig_a0;
};

unsigned int riscv64_insn_len(const uint8_t *code, size_t size);
enum isa_verdict riscv64_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);
int riscv64_insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem);
int riscv64_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr);
void riscv64_insn_format(const struct isa_insn *in, char *buf, size_t size);
long riscv64_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_candidate *candidate), void *arg);
long riscv64_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
			int (*report)(void *arg, const struct isa_insn *insn), void *arg);
bool riscv64_may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target);
unsigned int riscv64_entry_skip(const uint8_t *code, size_t size);
uint64_t riscv64_reg_get(const struct isa_regs *regs, unsigned int reg);
void riscv64_reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value);
uint64_t riscv64_pc_get(const struct isa_regs *regs);
void riscv64_pc_set(struct isa_regs *regs, uint64_t pc);
uint64_t riscv64_sp_get(const struct isa_regs *regs);
uint64_t riscv64_fp_get(const struct isa_regs *regs);
int riscv64_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);
int64_t riscv64_ret_get(const struct isa_regs *regs);
int riscv64_caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value);
int riscv64_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem);

#define isa_self        isa_riscv64
#define isa_self_regs   riscv64_regs
#define isa_jump_self   isa_jump_riscv64
#define isa_native_self isa_native_riscv64
#define ISA_NATIVE_CC
#define isa_insn_decode         riscv64_insn_decode
#define isa_insn_emulate        riscv64_insn_emulate
#define isa_insn_relocate       riscv64_insn_relocate
#define isa_scan_sites          riscv64_scan_sites
#define isa_scan_insns          riscv64_scan_insns
#define isa_entry_skip          riscv64_entry_skip
#define isa_reg_get             riscv64_reg_get
#define isa_reg_set             riscv64_reg_set
#define isa_pc_get              riscv64_pc
#define isa_pc_set              riscv64_pc_put
#define isa_sp_get              riscv64_sp_get
#define isa_fp_get              riscv64_fp_get
#define isa_entry_args          riscv64_entry_args
#define isa_register_arg        riscv64_register_arg
#define isa_arg_get             riscv64_arg_get
#define isa_user_arg_get        riscv64_arg_get
#define isa_ret_get             riscv64_ret
#define isa_caller_get          riscv64_caller_get
#define isa_frame_next          riscv64_frame_next

#define ISA_SELF_BREAK_LEN      2
#define ISA_SELF_BREAK_PC_AFTER 0
#define ISA_SELF_SLOT_SIZE      16
/* An entry's stub has 40 bytes as a rule, a return's up to 32; the call returns to byte 20 at the earliest. */
#define ISA_SELF_STUB_UNIT      16
#define ISA_SELF_STUB_BACK      1
#define ISA_REGISTER_ARGS       8

/* The break: c.ebreak. On a 4-byte instruction it covers the first half only; one aligned 16-bit store plants it. */
#define RISCV64_BREAK           0x9002u

/* pc_get and pc_set, where the CPU is known: each trap does it several times. */
DT_PROBE_INLINE uint64_t riscv64_pc(const struct isa_regs *regs)
{
	return ((const struct riscv64_regs *)regs)->epc;
}

DT_PROBE_INLINE void riscv64_pc_put(struct isa_regs *regs, uint64_t pc)
{
	((struct riscv64_regs *)regs)->epc = pc;
}

DT_PROBE_INLINE void riscv64_entry_args(const struct isa_regs *regs, uint64_t *words)
{
	const struct riscv64_regs *file = (const void *)regs;

	words[0] = file->x[10]; /* a0 */
	words[1] = file->x[11];
	words[2] = file->x[12];
}

DT_PROBE_INLINE uint64_t riscv64_register_arg(const struct isa_regs *regs, unsigned int n)
{
	return ((const struct riscv64_regs *)regs)->x[10 + n];
}

DT_PROBE_INLINE int64_t riscv64_ret(const struct isa_regs *regs)
{
	return (int64_t)((const struct riscv64_regs *)regs)->x[10];
}

#endif

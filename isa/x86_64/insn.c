/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* insn.c - x86_64: the instruction layer of isa/x86 bound to this mode, and the table. */
#include "isa/x86_64/isa_types.h"
#include "isa/x86_64/regs.h"
#include "isa/x86/emulate.h"
#include "isa/x86/x86.h"

#define AT(field) offsetof(struct x86_64_regs, field)

static const struct x86_frame frame = {
	.long_mode = true,
	.ip = AT(ip),
	.flags = AT(flags),
	.cs = AT(cs),
	.general = {
		AT(ax), AT(cx), AT(dx), AT(bx), AT(sp), AT(bp), AT(si), AT(di),
		AT(r8), AT(r9), AT(r10), AT(r11), AT(r12), AT(r13), AT(r14), AT(r15),
	},
};

unsigned int x86_64_insn_len(const uint8_t *code, size_t size)
{
	return x86_insn_len_64(code, size);
}

enum isa_verdict x86_64_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in)
{
	return x86_decode(code, size, addr, &frame, in);
}

/* Out of line, so that the plain form below is a leaf without saved registers. */
static DT_PROBE_CTX int emulate_guarded(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem)
{
	return x86_emulate(in, regs, mem, &frame);
}

DT_PROBE_CTX int x86_64_insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem)
{
	if (DT_UNLIKELY(mem != NULL))
		return emulate_guarded(in, regs, mem);
	return x86_emulate(in, regs, NULL, &frame);
}

int x86_64_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr)
{
	return x86_relocate(in, slot, slot_addr, true);
}

void x86_64_insn_format(const struct isa_insn *in, char *buf, size_t size)
{
	x86_format(in, buf, size, true);
}

long x86_64_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	return x86_scan_sites(code, env, &frame, report, arg);
}

static bool may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target)
{
	return x86_may_jump_to(code, size, addr, target, true);
}

long x86_64_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	return x86_scan_insns(code, env, &frame, report, arg);
}

unsigned int x86_64_entry_skip(const uint8_t *code, size_t size)
{
	return x86_entry_skip(code, size, true);
}

const struct isa isa_x86_64 = {
	.name = "x86_64",
	.word_size = 8,
	.elf_machine = 62,
	.elf_irelative = 37,
	.big_endian = false,
	.insn_align = 1,
	.insn_max = X86_INSN_MAX,
	.break_len = ISA_SELF_BREAK_LEN,
	.break_bytes = { X86_BREAK },
	.break_pc_after = ISA_SELF_BREAK_PC_AFTER,
	.slot_size = ISA_SELF_SLOT_SIZE,
	.slot_reach = (1u << 31) - (1u << 16),
	.call_max_args = X86_64_CALL_MAX_ARGS,
	.regs = x86_64_reg_names,
	.reg_count = X86_64_REG_COUNT,
	.regs_size = sizeof(struct x86_64_regs),
	.syscall = { .code = { 0x0f, 0x05 },
		     .len = 2,
		     .number = 10,
		     .result = 10,                    /* rax */
		     .args = { 14, 13, 12, 7, 9, 8 }, /* rdi rsi rdx r10 r8 r9 */
		     .mmap = 9,
		     .munmap = 11,
		     .mremap = 25,
		     .fork = 57,
		     .clone = 56,
		     .clone3 = 435 },
	.frame_words = 2,
	.return_mask = ~(uint64_t)0,
	.insn_len = x86_64_insn_len,
	.insn_decode = x86_64_insn_decode,
	.insn_emulate = x86_64_insn_emulate,
	.insn_relocate = x86_64_insn_relocate,
	.insn_format = x86_64_insn_format,
	.scan_sites = x86_64_scan_sites,
	.scan_insns = x86_64_scan_insns,
	.may_jump_to = may_jump_to,
	.entry_skip = x86_64_entry_skip,
	.reg_get = x86_64_reg_get,
	.reg_set = x86_64_reg_set,
	.pc_get = x86_64_pc_get,
	.pc_set = x86_64_pc_set,
	.sp_get = x86_64_sp_get,
	.fp_get = x86_64_fp_get,
	.arg_get = x86_64_arg_get,
	.user_arg_get = x86_64_arg_get,
	.call_arg_get = x86_64_call_arg_get,
	.ret_get = x86_64_ret_get,
	.ret_set = x86_64_ret_set,
	.ret_is_cleared = x86_ret_is_cleared,
	.caller_get = x86_64_caller_get,
	.frame_next = x86_64_frame_next,
	.narrow = &isa_x86_64_narrow,
};

DT_STATIC_ASSERT(ISA_SELF_SLOT_SIZE == X86_SLOT_SIZE, "slot sizes agree");
DT_STATIC_ASSERT(sizeof(struct x86_64_regs) < X86_REG_NONE, "register offsets fit one byte");
DT_STATIC_ASSERT(sizeof(struct x86_64_regs) <= ISA_REGS_MAX, "there is room for a copy of the registers");

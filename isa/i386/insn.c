/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* insn.c - i386: the instruction layer of isa/x86 bound to this mode, and the table. */
#include "isa/i386/isa_types.h"
#include "isa/i386/regs.h"
#include "isa/x86/emulate.h"
#include "isa/x86/x86.h"

#define AT(field) offsetof(struct i386_regs, field)

static const struct x86_frame frame = {
	.long_mode = false,
	.ip = AT(ip),
	.flags = AT(flags),
	.cs = AT(cs),
	.general = {
		AT(ax), AT(cx), AT(dx), AT(bx), AT(sp), AT(bp), AT(si), AT(di),
	},
};

unsigned int i386_insn_len(const uint8_t *code, size_t size)
{
	return x86_insn_len_32(code, size);
}

enum isa_verdict i386_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in)
{
	return x86_decode(code, size, addr, &frame, in);
}

/* Out of line, so that the plain form below is a leaf without saved registers. */
static DT_PROBE_CTX int emulate_guarded(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem)
{
	return x86_emulate(in, regs, mem, &frame);
}

DT_PROBE_CTX int i386_insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem)
{
	if (DT_UNLIKELY(mem != NULL))
		return emulate_guarded(in, regs, mem);
	return x86_emulate(in, regs, NULL, &frame);
}

int i386_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr)
{
	return x86_relocate(in, slot, slot_addr, false);
}

void i386_insn_format(const struct isa_insn *in, char *buf, size_t size)
{
	x86_format(in, buf, size, false);
}

long i386_scan_sites(const uint8_t *code, const struct isa_scan_env *env,
		     int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	return x86_scan_sites(code, env, &frame, report, arg);
}

static bool may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target)
{
	return x86_may_jump_to(code, size, addr, target, false);
}

long i386_scan_insns(const uint8_t *code, const struct isa_scan_env *env,
		     int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	return x86_scan_insns(code, env, &frame, report, arg);
}

unsigned int i386_entry_skip(const uint8_t *code, size_t size)
{
	return x86_entry_skip(code, size, false);
}

const struct isa isa_i386 = {
	.name = "i386",
	.word_size = 4,
	.elf_machine = 3,
	.elf_irelative = 42,
	.big_endian = false,
	.insn_align = 1,
	.insn_max = X86_INSN_MAX,
	.break_len = ISA_SELF_BREAK_LEN,
	.break_bytes = { X86_BREAK },
	.break_pc_after = ISA_SELF_BREAK_PC_AFTER,
	.slot_size = ISA_SELF_SLOT_SIZE,
	.call_max_args = I386_CALL_MAX_ARGS,
	.regs = i386_reg_names,
	.reg_count = I386_REG_COUNT,
	.regs_size = sizeof(struct i386_regs),
	.syscall = { .code = { 0xcd, 0x80 },
		     .len = 2,
		     .number = 6,
		     .result = 6,                  /* eax */
		     .args = { 0, 1, 2, 3, 4, 5 }, /* ebx ecx edx esi edi ebp */
		     .mmap = 192,
		     .munmap = 91,
		     .mremap = 163,
		     .fork = 2,
		     .clone = 120,
		     .clone3 = 435 },
	.frame_words = 2,
	.return_mask = 0xffffffffu,
	.insn_len = i386_insn_len,
	.insn_decode = i386_insn_decode,
	.insn_emulate = i386_insn_emulate,
	.insn_relocate = i386_insn_relocate,
	.insn_format = i386_insn_format,
	.scan_sites = i386_scan_sites,
	.scan_insns = i386_scan_insns,
	.may_jump_to = may_jump_to,
	.entry_skip = i386_entry_skip,
	.reg_get = i386_reg_get,
	.reg_set = i386_reg_set,
	.pc_get = i386_pc_get,
	.pc_set = i386_pc_set,
	.sp_get = i386_sp_get,
	.fp_get = i386_fp_get,
	.arg_get = i386_arg_get,
	.user_arg_get = i386_user_arg_get,
	.call_arg_get = i386_call_arg_get,
	.ret_get = i386_ret_get,
	.ret_set = i386_ret_set,
	.ret_is_cleared = x86_ret_is_cleared,
	.caller_get = i386_caller_get,
	.frame_next = i386_frame_next,
};

DT_STATIC_ASSERT(ISA_SELF_SLOT_SIZE == X86_SLOT_SIZE, "slot sizes agree");
DT_STATIC_ASSERT(sizeof(struct i386_regs) < X86_REG_NONE, "register offsets fit one byte");
DT_STATIC_ASSERT(sizeof(struct i386_regs) <= ISA_REGS_MAX, "there is room for a copy of the registers");

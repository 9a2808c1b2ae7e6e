/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * narrow.c - programs of 32 bits under a kernel for x86_64: the instructions and conventions of i386 on the register file of
 * x86_64. The CPU keeps each register of theirs in the lower half of its own; what the upper half holds is not the
 * program's (SDM volume 1, 3.4.1.1), so only lower halves are read and written.
 *
 * The pc is read and written whole: a program may jump to 64-bit code (far, by the selector for it), whose address must
 * not look like one in its lower 4 GiB.
 */
#include "isa/x86_64/isa_types.h"
#include "isa/x86_64/regs.h"
#include "isa/x86/emulate.h"
#include "isa/x86/x86.h"

#define AT(field) offsetof(struct x86_64_regs, field)

static const struct x86_frame frame = {
	.long_mode = false,
	.ip = AT(ip),
	.flags = AT(flags),
	.cs = AT(cs),
	.general = {
		AT(ax), AT(cx), AT(dx), AT(bx), AT(sp), AT(bp), AT(si), AT(di),
	},
};

/* ---- registers ------------------------------------------------------------------------------- */

/* In the order of the kernel's pt_regs; names and DWARF numbers are those of i386. ds, es, fs and gs are not in it. */
static const struct isa_reg_name names[] = {
	{ "ebp", AT(bp), 4, 5 },       { "ebx", AT(bx), 4, 3 },
	{ "eax", AT(ax), 4, 0 },       { "ecx", AT(cx), 4, 1 },
	{ "edx", AT(dx), 4, 2 },       { "esi", AT(si), 4, 6 },
	{ "edi", AT(di), 4, 7 },       { "orig_eax", AT(orig_ax), 4, -1 },
	{ "eip", AT(ip), 4, 8 },       { "cs", AT(cs), 2, 41 },
	{ "eflags", AT(flags), 4, 9 }, { "esp", AT(sp), 4, 4 },
	{ "ss", AT(ss), 2, 42 },
};

static DT_PROBE_CTX uint64_t reg_get(const struct isa_regs *regs, unsigned int reg)
{
	return x86_reg_get(regs, names, DT_ARRAY_SIZE(names), reg);
}

static DT_PROBE_CTX void reg_set(struct isa_regs *regs, unsigned int reg, uint64_t value)
{
	x86_reg_set(regs, names, DT_ARRAY_SIZE(names), reg, value);
}

static DT_PROBE_CTX uint64_t sp_get(const struct isa_regs *regs)
{
	return (uint32_t)x86_64_sp_get(regs);
}

static DT_PROBE_CTX uint64_t fp_get(const struct isa_regs *regs)
{
	return (uint32_t)x86_64_fp_get(regs);
}

/* [sp] is the return address, all arguments are above it. */
static DT_PROBE_CTX int arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value)
{
	return x86_user_arg_32(sp_get(regs) + 4, n, mem, value);
}

/* [sp] is the first argument. */
static DT_PROBE_CTX int call_arg_get(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem,
				     uint64_t *value)
{
	return x86_user_arg_32(sp_get(regs), n, mem, value);
}

static DT_PROBE_CTX int64_t ret_get(const struct isa_regs *regs)
{
	return (int32_t)x86_64_ret_get(regs);
}

static DT_PROBE_CTX void ret_set(struct isa_regs *regs, uint64_t value)
{
	x86_64_ret_set(regs, (uint32_t)value);
}

static DT_PROBE_CTX int caller_get(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value)
{
	return x86_mem_load(mem, sp_get(regs), 4, value);
}

static DT_PROBE_CTX int frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem)
{
	return word == 4 ? x86_frame_next(word, fp, pc, mem) : -OS_EFAULT;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static enum isa_verdict insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in)
{
	return x86_decode(code, size, addr, &frame, in);
}

static DT_PROBE_CTX int insn_emulate(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem)
{
	return x86_emulate(in, regs, mem, &frame);
}

static int insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr)
{
	return x86_relocate(in, slot, slot_addr, false);
}

static void insn_format(const struct isa_insn *in, char *buf, size_t size)
{
	x86_format(in, buf, size, false);
}

static long scan_sites(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	return x86_scan_sites(code, env, &frame, report, arg);
}

static long scan_insns(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	return x86_scan_insns(code, env, &frame, report, arg);
}

static unsigned int entry_skip(const uint8_t *code, size_t size)
{
	return x86_entry_skip(code, size, false);
}

const struct isa isa_x86_64_narrow = {
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
	.call_max_args = X86_CALL_MAX_ARGS_32,
	.regs = names,
	.reg_count = DT_ARRAY_SIZE(names),
	.regs_size = sizeof(struct x86_64_regs),
	.syscall = { .code = { 0xcd, X86_INT_LINUX },
		     .len = 2,
		     .number = 2,
		     .result = 2,                  /* eax */
		     .args = { 1, 3, 4, 5, 6, 0 }, /* ebx ecx edx esi edi ebp */
		     .mmap = 192,
		     .munmap = 91,
		     .mremap = 163,
		     .fork = 2,
		     .clone = 120,
		     .clone3 = 435 },
	.frame_words = 2,
	.return_mask = 0xffffffffu,
	.insn_len = x86_insn_len_32,
	.insn_decode = insn_decode,
	.insn_emulate = insn_emulate,
	.insn_relocate = insn_relocate,
	.insn_format = insn_format,
	.scan_sites = scan_sites,
	.scan_insns = scan_insns,
	.entry_skip = entry_skip,
	.reg_get = reg_get,
	.reg_set = reg_set,
	.pc_get = x86_64_pc_get,
	.pc_set = x86_64_pc_set,
	.sp_get = sp_get,
	.fp_get = fp_get,
	.arg_get = arg_get,
	.user_arg_get = arg_get,
	.call_arg_get = call_arg_get,
	.ret_get = ret_get,
	.ret_set = ret_set,
	.ret_is_cleared = x86_ret_is_cleared,
	.caller_get = caller_get,
	.frame_next = frame_next,
};

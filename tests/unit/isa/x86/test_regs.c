/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_regs.c - registers, arguments, return values and frames of x86_64 and i386 through the isa table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "isa/x86_64/isa_types.h"
#include "isa/x86_64/regs.h"

static const struct isa *const isas[] = { &isa_x86_64, &isa_i386, &isa_x86_64_narrow };
static uint64_t frame[64]; /* room for any register file */
static struct isa_regs *const regs = (struct isa_regs *)frame;

/* Guarded memory: words at 0x1000, each holding 0x11223344 plus its address. */
static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	uint64_t value = 0x11223344 + addr;

	if (addr < 0x1000 || addr >= 0x2000)
		return -OS_EFAULT;
	memcpy(dst, &value, size);
	return 0;
}

static const struct isa_mem memory = { .load = load };

static void set(const struct isa *isa, const char *name, uint64_t value)
{
	size_t i;

	for (i = 0; i < isa->reg_count; i++) {
		if (strcmp(isa->regs[i].name, name) == 0) {
			isa->reg_set(regs, (unsigned int)i, value);
			return;
		}
	}
	fail_msg("no register %s", name);
}

/* Every register keeps its value apart from all others, and no more bytes than it has. */
static void test_reg_set_get(void **state)
{
	size_t n, i;

	for (n = 0; n < DT_ARRAY_SIZE(isas); n++) {
		memset(frame, 0xff, sizeof(frame));
		for (i = 0; i < isas[n]->reg_count; i++)
			isas[n]->reg_set(regs, (unsigned int)i, 0xabcdef0123450000u + i);
		for (i = 0; i < isas[n]->reg_count; i++) {
			unsigned int size = isas[n]->regs[i].size;
			uint64_t mask = size == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * size) - 1;

			assert_int_equal(isas[n]->reg_get(regs, (unsigned int)i), (0xabcdef0123450000u + i) & mask);
		}
		assert_int_equal(((uint8_t *)frame)[isas[n]->regs_size], 0xff);
		assert_int_equal(isas[n]->reg_get(regs, (unsigned int)isas[n]->reg_count), 0);
		isas[n]->reg_set(regs, (unsigned int)isas[n]->reg_count, 5);
		assert_int_equal(((uint8_t *)frame)[isas[n]->regs_size], 0xff);
	}
}

/* A selector of a kernel with FRED has event bits above it: they are not part of it, and stay. */
static void test_selector(void **state)
{
	memset(frame, 0, sizeof(frame));
	frame[17] = 0xdeadbeef00330010u; /* pt_regs.cs */
	assert_int_equal(isa_x86_64.reg_get(regs, 17), 0x10);
	isa_x86_64.reg_set(regs, 17, 0x12345);
	assert_int_equal(frame[17], 0xdeadbeef00332345u);
}

static void test_roles(void **state)
{
	static const char *const names[][4] = { { "rip", "rsp", "rbp", "rax" },
						{ "eip", "esp", "ebp", "eax" },
						{ "eip", "esp", "ebp", "eax" } };
	size_t n;

	for (n = 0; n < DT_ARRAY_SIZE(isas); n++) {
		memset(frame, 0, sizeof(frame));
		set(isas[n], names[n][0], 0x81000000);
		set(isas[n], names[n][1], 0x82000000);
		set(isas[n], names[n][2], 0x83000000);
		set(isas[n], names[n][3], 0x84000000);
		assert_int_equal(isas[n]->pc_get(regs), 0x81000000);
		assert_int_equal(isas[n]->sp_get(regs), 0x82000000);
		assert_int_equal(isas[n]->fp_get(regs), 0x83000000);
		isas[n]->pc_set(regs, 0x85000000);
		assert_int_equal(isas[n]->pc_get(regs), 0x85000000);
	}
	/* One machine word, sign-extended: the same bits are negative on i386 only. */
	set(&isa_i386, "eax", 0xfffffff2);
	assert_int_equal(isa_i386.ret_get(regs), -OS_EFAULT);
	set(&isa_x86_64, "rax", 0xfffffff2);
	assert_int_equal(isa_x86_64.ret_get(regs), 0xfffffff2);
	isa_i386.ret_set(regs, 0xabcd00000001);
	assert_int_equal(isa_i386.ret_get(regs), 1);
	isa_x86_64.ret_set(regs, 0xabcd00000001);
	assert_int_equal(isa_x86_64.ret_get(regs), 0xabcd00000001);
}

/* A 32-bit program has the lower halves; but a pc above 4 GiB is none of its. */
static void test_narrow(void **state)
{
	const struct isa *isa = isa_x86_64.narrow;
	struct x86_64_regs *file = (struct x86_64_regs *)frame;

	assert_ptr_equal(isa, &isa_x86_64_narrow);
	memset(frame, 0xff, sizeof(frame));
	file->sp = 0xdeadbeef00001000;
	file->bp = 0xdeadbeef00002000;
	file->ax = 0xdeadbeef80000003;
	file->ip = 0x100004000;
	assert_int_equal(isa->sp_get(regs), 0x1000);
	assert_int_equal(isa->fp_get(regs), 0x2000);
	assert_int_equal(isa->ret_get(regs), (int32_t)0x80000003);
	assert_int_equal(isa->pc_get(regs), 0x100004000);
	isa->pc_set(regs, 0x5000);
	assert_int_equal(file->ip, 0x5000);
	isa->ret_set(regs, 0x123456789);
	assert_int_equal(file->ax, 0x23456789);
	/* the same facts as i386 has */
	assert_string_equal(isa->name, isa_i386.name);
	assert_int_equal(isa->word_size, isa_i386.word_size);
	assert_int_equal(isa->elf_machine, isa_i386.elf_machine);
	assert_int_equal(isa->elf_irelative, isa_i386.elf_irelative);
	assert_int_equal(isa->return_mask, isa_i386.return_mask);
	assert_int_equal(isa->frame_words, isa_i386.frame_words);
	assert_memory_equal(isa->syscall.code, isa_i386.syscall.code, sizeof(isa->syscall.code));
	assert_string_equal(isa->regs[isa->syscall.number].name, isa_i386.regs[isa_i386.syscall.number].name);
	for (size_t i = 0; i < DT_ARRAY_SIZE(isa->syscall.args); i++)
		assert_string_equal(isa->regs[isa->syscall.args[i]].name, isa_i386.regs[isa_i386.syscall.args[i]].name);
	for (size_t i = 0; i < isa->reg_count; i++) {
		size_t other = 0;

		while (other < isa_i386.reg_count && strcmp(isa_i386.regs[other].name, isa->regs[i].name) != 0)
			other++;
		assert_in_range(other, 0, isa_i386.reg_count - 1);
		assert_int_equal(isa->regs[i].dwarf, isa_i386.regs[other].dwarf);
	}
	assert_null(isa_i386.narrow);
}

static void check_args(const struct isa *isa, const char *const *names, unsigned int in_registers, const char *sp)
{
	uint64_t value;
	unsigned int i;

	memset(frame, 0, sizeof(frame));
	set(isa, sp, 0x1000);
	for (i = 0; i < in_registers; i++)
		set(isa, names[i], 0x80000001 + i);
	for (i = 0; i < isa->call_max_args; i++) {
		uint64_t addr = 0x1000 + isa->word_size * (1 + i - in_registers);

		assert_int_equal(isa->arg_get(regs, i, &memory, &value), 0);
		assert_int_equal(value, i < in_registers ? 0x80000001 + i : 0x11223344 + addr);
	}
	for (i = 0; i < isa->call_max_args; i++) {
		unsigned int first = isa->word_size == 4 ? 0 : in_registers;
		uint64_t addr = 0x1000 + isa->word_size * (1 + i - first);

		assert_int_equal(isa->user_arg_get(regs, i, &memory, &value), 0);
		assert_int_equal(value, i < first ? 0x80000001 + i : 0x11223344 + addr);
	}
	assert_int_equal(isa->user_arg_get(regs, isa->call_max_args, &memory, &value), -OS_ERANGE);
	for (i = 0; i < isa->call_max_args; i++) {
		unsigned int first = isa->word_size == 4 ? 0 : in_registers;
		uint64_t addr = 0x1000 + isa->word_size * (i - first);

		assert_int_equal(isa->call_arg_get(regs, i, &memory, &value), 0);
		assert_int_equal(value, i < first ? 0x80000001 + i : 0x11223344 + addr);
	}
	assert_int_equal(isa->call_arg_get(regs, isa->call_max_args, &memory, &value), -OS_ERANGE);
	assert_int_equal(isa->arg_get(regs, isa->call_max_args, &memory, &value), -OS_ERANGE);
	assert_int_equal(isa->caller_get(regs, &memory, &value), 0);
	assert_int_equal(value, 0x11223344 + 0x1000);
	set(isa, sp, 0x5000);
	assert_int_equal(isa->arg_get(regs, in_registers, &memory, &value), -OS_EFAULT);
	assert_int_equal(isa->caller_get(regs, &memory, &value), -OS_EFAULT);
}

static void test_args(void **state)
{
	static const char *const args_64[] = { "rdi", "rsi", "rdx", "rcx", "r8", "r9" };
	static const char *const args_32[] = { "eax", "edx", "ecx" };

	check_args(&isa_x86_64, args_64, 6, "rsp");
	check_args(&isa_i386, args_32, 3, "esp");
	check_args(&isa_x86_64_narrow, NULL, 0, "esp");
}

/* Frames at 0x100, 0x200, 0x300 of an array; the last one's link goes down. */
static int frames_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	if (addr + size > 0x1000)
		return -OS_EFAULT;
	memcpy(dst, (uint8_t *)arg + addr, size);
	return 0;
}

static void check_frames(int (*frame_next)(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem),
			 unsigned int word_size)
{
	uint8_t stack[0x1000] = { 0 };
	const struct isa_mem stack_memory = { .arg = stack, .load = frames_load };
	static const uint64_t links[] = { 0x200, 0x300, 0x100 };
	uint64_t fp = 0x100;
	uint64_t pc = 0;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		uint64_t ret = 0x4000 + i;

		memcpy(stack + 0x100 * (i + 1), &links[i], word_size);
		memcpy(stack + 0x100 * (i + 1) + word_size, &ret, word_size);
	}
	for (i = 0; i < 3; i++) {
		assert_int_equal(frame_next(word_size, &fp, &pc, &stack_memory), 0);
		assert_int_equal(pc, 0x4000 + i);
	}
	assert_int_equal(frame_next(word_size, &fp, &pc, &stack_memory), -OS_EFAULT); /* it went down */
	fp = 0x101;
	assert_int_equal(frame_next(word_size, &fp, &pc, &stack_memory), -OS_EFAULT); /* not aligned */
	fp = 0x1000;
	assert_int_equal(frame_next(word_size, &fp, &pc, &stack_memory), -OS_EFAULT); /* cannot be read */
	assert_int_equal(fp, 0x1000);
	if (word_size == 4) {
		fp = 0xdead00000100; /* a register of 64 bits: its upper half is not the program's */
		assert_int_equal(frame_next(4, &fp, &pc, &stack_memory), 0);
		assert_int_equal(fp, 0x200);
	}
	assert_int_equal(frame_next(2, &fp, &pc, &stack_memory), -OS_EFAULT);
}

static void test_frames(void **state)
{
	check_frames(isa_x86_64.frame_next, 8);
	check_frames(isa_i386.frame_next, 4);
	check_frames(isa_x86_64_narrow.frame_next, 4);
	check_frames(isa_x86_64.frame_next, 4); /* a 32-bit program of a 64-bit kernel */
}

/* Only what leaves 0 in the register of the result, and does nothing else. */
static void test_cleared(void **state)
{
	static const struct {
		const char *bytes;
		bool clears, clears_32;
	} insns[] = {
		{ "\x33\xc0\x90\x90\x90", true, true },   /* xor %eax,%eax */
		{ "\x31\xc0\x90\x90\x90", true, true },   /* the same */
		{ "\x48\x33\xc0\x90\x90", true, false },  /* xor %rax,%rax; i386: dec %eax */
		{ "\x48\x31\xc0\x90\x90", true, false },  /* the same */
		{ "\xb8\x00\x00\x00\x00", true, true },   /* mov $0,%eax */
		{ "\xb8\x00\x00\x00\x01", false, false }, /* mov $0x1000000,%eax */
		{ "\x33\xc9\x90\x90\x90", false, false }, /* xor %ecx,%ecx */
		{ "\x66\x33\xc0\x90\x90", false, false }, /* xor %ax,%ax */
		{ "\x90\x90\x90\x90\x90", false, false }, /* nop */
		{ "\xc3\x33\xc0\x90\x90", false, false }, /* ret */
	};
	struct isa_insn insn;

	for (size_t i = 0; i < DT_ARRAY_SIZE(insns); i++) {
		isa_x86_64.insn_decode((const uint8_t *)insns[i].bytes, 5, 0x1000, &insn);
		assert_int_equal(isa_x86_64.ret_is_cleared(&insn), insns[i].clears);
		isa_i386.insn_decode((const uint8_t *)insns[i].bytes, 5, 0x1000, &insn);
		assert_int_equal(isa_i386.ret_is_cleared(&insn), insns[i].clears_32);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reg_set_get), cmocka_unit_test(test_selector), cmocka_unit_test(test_roles),
		cmocka_unit_test(test_narrow),      cmocka_unit_test(test_args),     cmocka_unit_test(test_frames),
		cmocka_unit_test(test_cleared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_usdt.c - argument programs on this CPU: values, registers, memory in all its forms; what
 * cannot be read is a fault; what is not valid is refused, member by member.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <isa_types.h>

#include "core/usdt/usdt.h"

#define MEMORY_AT 0x1000u
#define UNTOUCHED 0x5a5a5a5a5a5a5a5aull

static struct isa_self_regs regs;
static uint8_t memory[64];
static struct isa_mem mem;
static struct dt_usdt_place place;
static unsigned int one, other; /* two general registers that are as wide as a word */

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	if (addr < MEMORY_AT || addr - MEMORY_AT > sizeof(memory) - size)
		return -OS_EFAULT;
	memcpy(dst, memory + (addr - MEMORY_AT), size);
	return 0;
}

static int setup(void **state)
{
	memset(&regs, 0, sizeof(regs));
	for (unsigned int i = 0; i < sizeof(memory); i++)
		memory[i] = (uint8_t)(0x80 + i);
	mem = (struct isa_mem){ NULL, load, NULL };
	place = (struct dt_usdt_place){ (struct isa_regs *)&regs, &mem, 0, isa_self.word_size };
	one = other = 0;
	while (isa_self.regs[one].size != isa_self.word_size || isa_self.regs[one].dwarf < 0)
		one++;
	other = one + 1;
	return 0;
}

static void set(unsigned int reg, uint64_t value)
{
	isa_reg_set((struct isa_regs *)&regs, reg, value);
}

static uint64_t get(const struct dtrace_usdt_arg *arg)
{
	uint64_t value = UNTOUCHED;

	assert_true(dt_usdt_arg_is_valid(arg));
	assert_int_equal(dt_usdt_arg_get(arg, &place, &value), 0);
	return value;
}

static void expect_fault(const struct dtrace_usdt_arg *arg)
{
	uint64_t value = UNTOUCHED;

	assert_true(dt_usdt_arg_is_valid(arg));
	assert_int_equal(dt_usdt_arg_get(arg, &place, &value), -OS_EFAULT);
	assert_int_equal(value, UNTOUCHED);
}

static void test_values(void **state)
{
	struct dtrace_usdt_arg arg = { .kind = DTRACE_USDT_VALUE, .size = 4, .value = -1 };

	assert_int_equal(get(&arg), UINT32_MAX);
	arg.flags = DTRACE_USDT_SIGNED;
	assert_int_equal(get(&arg), UINT64_MAX);
	arg.size = 8;
	arg.value = INT64_MIN;
	assert_int_equal(get(&arg), (uint64_t)INT64_MIN);
	place.moved = 0x10000;
	arg.value = 0x44;
	assert_int_equal(get(&arg), 0x44);
	arg.flags |= DTRACE_USDT_PLACED;
	assert_int_equal(get(&arg), 0x10044);
}

static void test_registers(void **state)
{
	struct dtrace_usdt_arg arg = { .kind = DTRACE_USDT_REGISTER, .size = 1, .base = (uint8_t)one };

	set(one, 0xf1e2d3c4);
	set(other, 7);
	assert_int_equal(get(&arg), 0xc4);
	arg.flags = DTRACE_USDT_SIGNED;
	assert_int_equal(get(&arg), (uint64_t)(int8_t)0xc4);
	arg.shift = DTRACE_USDT_SHIFT_HIGH;
	assert_int_equal(get(&arg), (uint64_t)(int8_t)0xd3);
	arg.shift = 0;
	arg.size = 2;
	assert_int_equal(get(&arg), (uint64_t)(int16_t)0xd3c4);
	arg.size = 4;
	assert_int_equal(get(&arg), (uint64_t)(int32_t)0xf1e2d3c4);
	arg.flags = 0;
	assert_int_equal(get(&arg), 0xf1e2d3c4);
	arg.base = (uint8_t)other;
	assert_int_equal(get(&arg), 7);
}

/* The number in @size bytes of the memory at @at. */
static uint64_t there(unsigned int at, unsigned int size)
{
	uint64_t value = 0;

	while (size--)
		value = value << 8 | memory[at + size];
	return value;
}

static void test_memory(void **state)
{
	struct dtrace_usdt_arg arg = {
		.kind = DTRACE_USDT_MEMORY, .size = 4, .flags = DTRACE_USDT_BASE, .base = (uint8_t)one, .value = -8
	};

	set(one, MEMORY_AT + 16);
	set(other, 3);
	assert_int_equal(get(&arg), there(8, 4));
	arg.flags |= DTRACE_USDT_SIGNED;
	assert_int_equal(get(&arg), (uint64_t)(int64_t)(int32_t)there(8, 4));
	arg.flags |= DTRACE_USDT_INDEX;
	arg.index = (uint8_t)other;
	arg.shift = 3;
	arg.size = 8;
	assert_int_equal(get(&arg), there(8 + 3 * 8, 8));
	arg.flags &= (uint8_t)~DTRACE_USDT_BASE;
	arg.base = 0;
	arg.value = MEMORY_AT + 2;
	arg.size = 1;
	assert_int_equal(get(&arg), (uint64_t)(int8_t)there(2 + 3 * 8, 1));
	set(other, 0);
	place.moved = 5;
	arg.flags |= DTRACE_USDT_PLACED;
	assert_int_equal(get(&arg), (uint64_t)(int8_t)there(7, 1));
}

/* Half of an index, and addresses of 32-bit processes, which wrap. */
static void test_narrow(void **state)
{
	struct dtrace_usdt_arg arg = { .kind = DTRACE_USDT_MEMORY,
				       .size = 2,
				       .flags = DTRACE_USDT_BASE | DTRACE_USDT_INDEX | DTRACE_USDT_INDEX_LOW |
						DTRACE_USDT_INDEX_SIGN,
				       .base = (uint8_t)one,
				       .index = (uint8_t)other,
				       .shift = 1 };

	set(one, MEMORY_AT + 16);
	set(other, 0x7700000000fffffeull | 0xff000000u); /* -2 in its low half */
	assert_int_equal(get(&arg), there(12, 2));
	arg.flags &= (uint8_t)~DTRACE_USDT_INDEX_SIGN;
	set(other, 0x7700000000000002ull);
	assert_int_equal(get(&arg), there(20, 2));

	place.word = 4;
	arg.flags = DTRACE_USDT_BASE;
	arg.index = arg.shift = 0;
	arg.value = MEMORY_AT + 2;
	set(one, 0xffffffffu);
	assert_int_equal(get(&arg), there(1, 2));
}

static void test_faults(void **state)
{
	struct dtrace_usdt_arg arg = { .kind = DTRACE_USDT_MEMORY, .size = 8, .value = MEMORY_AT + 57 };

	expect_fault(&arg);
	arg.value--;
	assert_int_equal(get(&arg), there(56, 8));
	arg.value = 0;
	expect_fault(&arg);
	for (int reason = 0; reason < DTRACE_USDT_REASON_COUNT; reason++)
		expect_fault(&(struct dtrace_usdt_arg){ .kind = DTRACE_USDT_REFUSED, .size = 4, .value = reason });
}

static void test_invalid(void **state)
{
	uint8_t last = (uint8_t)(isa_self.reg_count - 1), none = (uint8_t)isa_self.reg_count;
	static const uint8_t sizes[] = { 0, 3, 5, 6, 7, 9, 16, 255 };
	struct dtrace_usdt_arg arg = { .kind = DTRACE_USDT_REGISTER, .size = 8, .base = last };
	const struct dtrace_usdt_arg wrong[] = {
		{ .kind = DTRACE_USDT_KIND_COUNT, .size = 4 },
		{ .kind = 255, .size = 4 },
		{ .kind = DTRACE_USDT_REFUSED, .size = 4, .value = DTRACE_USDT_REASON_COUNT },
		{ .kind = DTRACE_USDT_REFUSED, .size = 4, .value = -1 },
		{ .kind = DTRACE_USDT_REFUSED, .size = 4, .flags = DTRACE_USDT_SIGNED },
		{ .kind = DTRACE_USDT_REFUSED, .size = 4, .base = 1 },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .base = 1 },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .index = 1 },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .shift = 1 },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .flags = DTRACE_USDT_BASE },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .pad = { 1 } },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .pad = { 0, 1 } },
		{ .kind = DTRACE_USDT_REGISTER, .size = 8, .base = none },
		{ .kind = DTRACE_USDT_REGISTER, .size = 8, .base = 255 },
		{ .kind = DTRACE_USDT_REGISTER, .size = 8, .index = 1 },
		{ .kind = DTRACE_USDT_REGISTER, .size = 8, .value = 1 },
		{ .kind = DTRACE_USDT_REGISTER, .size = 1, .shift = 16 },
		{ .kind = DTRACE_USDT_REGISTER, .size = 2, .shift = DTRACE_USDT_SHIFT_HIGH },
		{ .kind = DTRACE_USDT_REGISTER, .size = 8, .flags = DTRACE_USDT_PLACED },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .base = 1 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .index = 1 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .shift = 1 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = DTRACE_USDT_BASE, .base = none },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = DTRACE_USDT_INDEX, .index = none },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = DTRACE_USDT_INDEX, .shift = 5 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = DTRACE_USDT_INDEX_LOW },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = DTRACE_USDT_INDEX | DTRACE_USDT_INDEX_SIGN },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = 0x40 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 8, .flags = 0x80 },
	};

	assert_true(dt_usdt_arg_is_valid(&arg));
	for (size_t i = 0; i < sizeof(sizes); i++) {
		arg.size = sizes[i];
		assert_false(dt_usdt_arg_is_valid(&arg));
	}
	for (size_t i = 0; i < DT_ARRAY_SIZE(wrong); i++) {
		if (dt_usdt_arg_is_valid(&wrong[i]))
			fail_msg("row %zu is valid", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_values, setup), cmocka_unit_test_setup(test_registers, setup),
		cmocka_unit_test_setup(test_memory, setup), cmocka_unit_test_setup(test_narrow, setup),
		cmocka_unit_test_setup(test_faults, setup), cmocka_unit_test_setup(test_invalid, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

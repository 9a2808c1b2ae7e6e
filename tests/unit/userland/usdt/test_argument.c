/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_argument.c - the places of arguments as this CPU's assembler writes them: each becomes the
 * argument program that is meant, or is refused for the right reason; the core accepts all of them
 * and reads what they say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <isa_types.h>

#include "core/usdt/usdt.h"
#include "usdt/argument.h"

/*
 * The text of a note, and the program: bytes and s (signed) or u, then a number, a register, or
 * [base+index<<shift+number]. known is at 0x4000, high at 0x4ff8.
 */
struct usdt_sample {
	const char *text, *program;
};
#include "usdt_sample.h"

static bool symbol(void *arg, const char *name, size_t length, uint64_t *addr_ret)
{
	if (length == 5 && memcmp(name, "known", 5) == 0)
		*addr_ret = 0x4000;
	else if (length == 4 && memcmp(name, "high", 4) == 0)
		*addr_ret = 0x4ff8;
	else
		return false;
	return true;
}

static struct ldt_usdt_context context_of(const char *numbers)
{
	return (struct ldt_usdt_context){ ldt_usdt_cpu_named(isa_self.name), ldt_usdt_cpu_named(numbers), symbol,
					  NULL };
}

static const char *number(const struct dtrace_usdt_arg *arg, char *buf, size_t size)
{
	if (arg->flags & DTRACE_USDT_PLACED)
		snprintf(buf, size, "0x%llx+moved", (unsigned long long)arg->value);
	else if (arg->value > 0xff)
		snprintf(buf, size, "0x%llx", (unsigned long long)arg->value);
	else
		snprintf(buf, size, "%lld", (long long)arg->value);
	return buf;
}

static void write_memory(const struct dtrace_usdt_arg *arg, char *text, size_t size)
{
	const char *low = arg->flags & DTRACE_USDT_INDEX_SIGN ? ".s" : arg->flags & DTRACE_USDT_INDEX_LOW ? ".u" : "";
	char value[64];
	size_t at = 1;

	snprintf(text, size, "[");
	if (arg->flags & DTRACE_USDT_BASE)
		at += (size_t)snprintf(text + at, size - at, "%s", isa_self.regs[arg->base].name);
	if (arg->flags & DTRACE_USDT_INDEX)
		at += (size_t)snprintf(text + at, size - at, "%s%s%s<<%u", at > 1 ? "+" : "",
				       isa_self.regs[arg->index].name, low, arg->shift);
	number(arg, value, sizeof(value));
	if (strcmp(value, "0") != 0)
		at += (size_t)snprintf(text + at, size - at, "%s%s", at > 1 && value[0] != '-' ? "+" : "", value);
	snprintf(text + at, size - at, "]");
}

static const char *describe(const struct dtrace_usdt_arg *arg, char *text, size_t size)
{
	static const char *const reasons[] = { "unknown", "float", "symbol", "thread", "wide" };
	char place[128], value[64];

	switch (arg->kind) {
	case DTRACE_USDT_REFUSED:
		snprintf(text, size, "refused %s", reasons[arg->value]);
		return text;
	case DTRACE_USDT_VALUE:
		snprintf(place, sizeof(place), "%s", number(arg, value, sizeof(value)));
		break;
	case DTRACE_USDT_REGISTER:
		snprintf(place, sizeof(place), "%s%s", isa_self.regs[arg->base].name, arg->shift == 8 ? ">>8" : "");
		break;
	default:
		write_memory(arg, place, sizeof(place));
	}
	snprintf(text, size, "%u%c %s", arg->size, arg->flags & DTRACE_USDT_SIGNED ? 's' : 'u', place);
	return text;
}

static void test_forms(void **state)
{
	struct ldt_usdt_context context = context_of(isa_self.name);
	struct dtrace_usdt_arg args[DTRACE_USDT_ARGS_MAX];
	char text[256];

	for (size_t i = 0; i < DT_ARRAY_SIZE(samples); i++) {
		assert_int_equal(ldt_usdt_parse_args(&context, samples[i].text, strlen(samples[i].text), args), 1);
		if (!dt_usdt_arg_is_valid(&args[0]))
			fail_msg("%s is not valid", samples[i].text);
		if (strcmp(describe(&args[0], text, sizeof(text)), samples[i].program) != 0)
			fail_msg("%s is %s, not %s", samples[i].text, text, samples[i].program);
	}
}

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	*(uint64_t *)arg = addr;
	memset(dst, 0x11, size);
	return 0;
}

/* The core evaluates each parsed operand to the value that its text means. */
static void test_evaluated(void **state)
{
	struct ldt_usdt_context context = context_of(isa_self.name);
	struct dtrace_usdt_arg args[DTRACE_USDT_ARGS_MAX];
	struct isa_self_regs regs;
	uint64_t addr, value;
	struct isa_mem mem = { &addr, load, NULL };
	struct dt_usdt_place place = { (struct isa_regs *)&regs, &mem, 0x100000, isa_self.word_size };
	unsigned int evaluated = 0;

	memset(&regs, 0, sizeof(regs));
	for (size_t i = 0; i < DT_ARRAY_SIZE(samples); i++) {
		ldt_usdt_parse_args(&context, samples[i].text, strlen(samples[i].text), args);
		addr = 0;
		if (args[0].kind == DTRACE_USDT_REFUSED) {
			assert_int_equal(dt_usdt_arg_get(&args[0], &place, &value), -OS_EFAULT);
			continue;
		}
		assert_int_equal(dt_usdt_arg_get(&args[0], &place, &value), 0);
		if (args[0].kind == DTRACE_USDT_MEMORY && args[0].flags & DTRACE_USDT_PLACED)
			assert_int_equal(addr, (uint64_t)args[0].value + 0x100000);
		evaluated++;
	}
	assert_true(evaluated > 10);
}

static void test_lists(void **state)
{
	struct ldt_usdt_context context = context_of(isa_self.name);
	struct dtrace_usdt_arg args[DTRACE_USDT_ARGS_MAX];
	char text[4096] = "", part[256];
	size_t at = 0;

	assert_int_equal(ldt_usdt_parse_args(&context, "", 0, args), 0);
	assert_int_equal(ldt_usdt_parse_args(&context, "  \t ", 4, args), 0);
	for (int i = 0; i < DTRACE_USDT_ARGS_MAX; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s  ", samples[i % 4].text);
	assert_int_equal(ldt_usdt_parse_args(&context, text, at, args), DTRACE_USDT_ARGS_MAX);
	for (int i = 0; i < DTRACE_USDT_ARGS_MAX; i++)
		assert_string_equal(describe(&args[i], part, sizeof(part)), samples[i % 4].program);
	snprintf(text + at, sizeof(text) - at, "%s", samples[0].text);
	assert_int_equal(ldt_usdt_parse_args(&context, text, strlen(text), args), -1);

	/* one that cannot be read does not spoil its neighbours */
	at = (size_t)snprintf(text, sizeof(text), "%s 4@? %s", samples[0].text, samples[1].text);
	assert_int_equal(ldt_usdt_parse_args(&context, text, at, args), 3);
	assert_int_equal(args[1].kind, DTRACE_USDT_REFUSED);
	assert_int_equal(args[1].size, 4);
	assert_string_equal(describe(&args[2], part, sizeof(part)), samples[1].program);
}

static const char *const cpus[] = {
#define DT_ISA(cpu) #cpu,
#include "spec/isa.def"
#undef DT_ISA
};

static void test_cpus(void **state)
{
	const struct ldt_usdt_cpu *self = ldt_usdt_cpu_named(isa_self.name);
	struct ldt_elf_identity identity = { self->machine, self->bits, true, 0 };

	assert_int_equal(self->bits, 8 * isa_self.word_size);
	assert_ptr_equal(ldt_usdt_cpu_of(&identity), self);
	identity.bits = (uint8_t)(96 - identity.bits);
	assert_null(ldt_usdt_cpu_of(&identity));
	assert_null(ldt_usdt_cpu_named("none"));
	assert_true(ldt_usdt_cpu_contains(self, self));
	for (size_t i = 0; i < DT_ARRAY_SIZE(cpus); i++) {
		const struct ldt_usdt_cpu *wide = ldt_usdt_cpu_named(cpus[i]);

		if (wide != self && ldt_usdt_cpu_contains(wide, self))
			assert_true(self->bits == 32 && wide->bits == 64);
	}
}

/* A 32-bit program of a 64-bit kernel: its names, the kernel's numbers. */
static void test_numbers_of_kernel(void **state)
{
	struct dtrace_usdt_arg own[DTRACE_USDT_ARGS_MAX], args[DTRACE_USDT_ARGS_MAX];
	struct ldt_usdt_context context = context_of(isa_self.name);
	const char *text = samples[0].text, *name = strpbrk(text, "%") ? strpbrk(text, "%") + 1 : strchr(text, '@') + 1;

	ldt_usdt_parse_args(&context, text, strlen(text), own);
	for (size_t i = 0; i < DT_ARRAY_SIZE(cpus); i++) {
		context = context_of(cpus[i]);
		if (context.numbers == context.cpu || !ldt_usdt_cpu_contains(context.numbers, context.cpu))
			continue;
		assert_int_equal(ldt_usdt_parse_args(&context, text, strlen(text), args), 1);
		assert_int_equal(args[0].kind, DTRACE_USDT_REGISTER);
		assert_int_equal(args[0].base, ldt_usdt_register(context.numbers, name, strlen(name))->number);
		assert_int_not_equal(args[0].base, own[0].base);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms), cmocka_unit_test(test_evaluated),         cmocka_unit_test(test_lists),
		cmocka_unit_test(test_cpus),  cmocka_unit_test(test_numbers_of_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

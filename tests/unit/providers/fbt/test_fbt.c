/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_fbt.c - the provider fbt: which probes there are, where their sites stand, arguments, refusals, modules that go. */
#include <string.h>

#include "fake.h"
#include "providers/fbt/fbt.h"
#include "providers/providers.h"

#include <isa_types.h>

#define TEXT	0xffffffff81000000ull

/* Three functions of 32 bytes. */
static const uint8_t text[3][32] = {
	/* nopl; push %rbp; test %edi,%edi; je +2; pop %rbp; ret; xor %eax,%eax; pop %rbp; ret; int3... */
	{ 0x0f, 0x1f, 0x44, 0x00, 0x00, 0x55, 0x85, 0xff, 0x74, 0x02, 0x5d, 0xc3, 0x31, 0xc0, 0x5d, 0xc3, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
	  0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc },
	/* nopl; jmp far away */
	{ 0x0f, 0x1f, 0x44, 0x00, 0x00, 0xe9, 0x00, 0x10, 0x00, 0x00, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
	  0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc },
	/* nopl; ud2: no exit */
	{ 0x0f, 0x1f, 0x44, 0x00, 0x00, 0x0f, 0x0b, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
	  0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc },
};

static const struct os_func funcs[] = {
	{ "vmlinux", "two_exits", TEXT, 32, TEXT + 5, NULL },
	{ "vmlinux", "tail", TEXT + 32, 32, TEXT + 37, NULL },
	{ "vmlinux", "endless", TEXT + 64, 32, TEXT + 69, NULL },
	{ "vmlinux", "forbidden", TEXT + 96, 32, TEXT + 101, "noinstr" },
	{ "vmlinux", "huge", TEXT + 128, 1 << 20, TEXT + 133, NULL },
	{ "ext4", "in_module", TEXT + 0x1000000, 32, TEXT + 0x1000005, NULL },
};

static struct {
	unsigned int walks;
	const struct dt_site_attachment *armed[16];
	size_t armed_count;
	uint64_t refuse;	/* address that is refused */
} os;

int os_func_each(const char *module, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	size_t i;
	int error = 0;

	os.walks++;
	for (i = 0; i < DT_ARRAY_SIZE(funcs) && !error; i++) {
		if (!module || strcmp(module, funcs[i].module) == 0)
			error = fn(arg, &funcs[i]);
	}
	return error;
}

const uint64_t *os_return_thunks(size_t *count)
{
	*count = 0;
	return NULL;
}

int os_kload(void *dst, uint64_t addr, size_t size)
{
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

int dt_sites_text(uint64_t addr, void *dst, size_t size)
{
	if (addr < TEXT || addr + size > TEXT + sizeof(text))
		return -OS_EFAULT;
	memcpy(dst, (const uint8_t *)text + (addr - TEXT), size);
	return 0;
}

size_t dt_sites_attach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, armed = 0;

	for (i = 0; i < count; i++) {
		attachments[i]->refused = attachments[i]->addr == os.refuse ? "patched-by-kernel" : NULL;
		if (attachments[i]->refused)
			continue;
		assert_true(os.armed_count < DT_ARRAY_SIZE(os.armed));
		os.armed[os.armed_count++] = attachments[i];
		armed++;
	}
	return armed;
}

void dt_sites_detach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, j;

	for (i = 0; i < count; i++) {
		for (j = 0; j < os.armed_count; j++) {
			if (os.armed[j] == attachments[i])
				os.armed[j] = os.armed[--os.armed_count];
		}
	}
}

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&os, 0, sizeof(os));
	assert_int_equal(dt_provider_fbt_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(os.armed_count, 0);
	dt_provider_fbt_fini();
	assert_int_equal(fake.allocs, 0);
	return 0;
}

static void provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { 0 };

	strcpy(pattern.provider, "fbt");
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
}

static void test_provide(void **state)
{
	(void)state;
	provide("", "tail", "entry");
	assert_non_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "two_exits", "entry"));
	provide("", "", "go");			/* no such name: not even a walk */
	assert_int_equal(os.walks, 1);
	provide("", "t*", "entry");
	assert_int_equal(fake.probe_count, 10);
	assert_null(fake_probe("vmlinux", "forbidden", "entry"));
	provide("", "", "");			/* all are made */
	assert_int_equal(os.walks, 2);
}

static void test_entry(void **state)
{
	struct dt_firing firing = { 0 };
	struct x86_64_regs regs = { .di = 1, .r9 = 6 };
	struct dt_probe *probe;
	uint64_t value, stack[3] = { 0, 7, 8 };

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "two_exits", "entry");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	assert_int_equal(os.armed[0]->addr, TEXT + 5);
	assert_ptr_equal(os.armed[0]->probe, probe);
	regs.sp = (uint64_t)(uintptr_t)stack;
	firing.regs = (struct isa_regs *)&regs;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 1);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 7, &value), 0);
	assert_int_equal(value, 8);
	fake_disable(probe);
}

static void test_return(void **state)
{
	struct x86_64_regs regs = { .ax = (uint64_t)-2 };
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "two_exits", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 2);
	assert_int_equal(os.armed[0]->addr, TEXT + 11);
	assert_int_equal(os.armed[1]->addr, TEXT + 15);
	firing.data = os.armed[1]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 15);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), 0);
	assert_int_equal((int64_t)value, -2);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), -OS_ERANGE);
	fake_disable(probe);
}

static void test_tail_jump(void **state)
{
	struct dt_firing firing = { 0 };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "tail", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	firing.data = os.armed[0]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 5);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), -OS_ERANGE);
	fake_disable(probe);
}

static void test_refusals(void **state)
{
	struct dt_probe *probe;

	(void)state;
	provide("", "", "");
	assert_string_equal(fake_enable(fake_probe("vmlinux", "endless", "return")), "no-exit");
	assert_string_equal(fake_enable(fake_probe("vmlinux", "huge", "return")), "too-long");
	assert_string_equal(fake_enable(fake_probe("ext4", "in_module", "return")), "not-text");
	os.refuse = TEXT + 5;
	assert_string_equal(fake_enable(fake_probe("vmlinux", "two_exits", "entry")), "patched-by-kernel");
	os.refuse = TEXT + 11;		/* one exit of two: the other is armed */
	probe = fake_probe("vmlinux", "two_exits", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	fake_disable(probe);
	fake.alloc_fail = true;
	assert_string_equal(fake_enable(probe), "no-memory");
	fake.alloc_fail = false;
}

static void test_module(void **state)
{
	struct dt_probe *kernel, *module;

	(void)state;
	provide("", "", "");
	kernel = fake_probe("vmlinux", "tail", "entry");
	module = fake_probe("ext4", "in_module", "entry");
	assert_null(fake_enable(kernel));
	assert_null(fake_enable(module));
	fake.ops->remove_module(fake.arg, "ext4");
	assert_int_equal(os.armed_count, 1);
	assert_ptr_equal(os.armed[0]->probe, kernel);
	fake.ops->provide_module(fake.arg, "ext4");
	assert_int_equal(fake.probe_count, 10);		/* the framework has not destroyed the old ones here */
	fake_disable(kernel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_provide, setup, teardown),
		cmocka_unit_test_setup_teardown(test_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_return, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tail_jump, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_module, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

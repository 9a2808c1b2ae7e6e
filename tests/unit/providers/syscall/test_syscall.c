/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_syscall.c - the provider syscall: names, dispatch by ABI and number, arguments, errno, and
 * when the provider attaches to the OS.
 */
#include <string.h>

#include "fake/framework.h"
#include "os/host/host.h"
#include "providers/providers.h"

static struct {
	void (*enter)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, const uint64_t args[6]);
	void (*leave)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value);
	unsigned int attached, detached;
	unsigned int syncs;
	unsigned int short_at; /* no memory for probes from this call on; 0: there is */
	int error;
} os;

void __wrap_os_sync(void);

void __wrap_os_sync(void)
{
	os.syncs++;
}

static const struct os_syscall calls[] = {
	{ "read", "", 0, 0 },    { "write", "", 1, 0 },      { "umount", "", 5, 0 },
	{ "umount2", "", 5, 0 }, { "read", "compat", 3, 1 },
};

int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	size_t i;
	int error = 0;

	for (i = 0; i < DT_ARRAY_SIZE(calls) && !error; i++) {
		fake.create_error = os.short_at && i >= os.short_at ? -OS_ENOMEM : 0;
		error = fn(arg, &calls[i]);
	}
	return error;
}

int os_syscall_trace(void (*enter)(struct isa_regs *regs, unsigned int abi_index, unsigned int number,
				   const uint64_t args[6]),
		     void (*leave)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value))
{
	if ((enter || leave) && os.error)
		return os.error;
	os.attached += (enter && !os.enter) + (leave && !os.leave);
	os.detached += (!enter && os.enter) + (!leave && os.leave);
	os.enter = enter;
	os.leave = leave;
	return 0;
}

static const uint64_t some_args[6] = { 10, 11, 12, 13, 14, 15 };

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&os, 0, sizeof(os));
	assert_int_equal(dt_provider_syscall_init(), 0);
	fake.ops->provide(fake.arg, NULL);
	fake.ops->provide(fake.arg, NULL); /* once more: nothing new */
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_provider_syscall_fini();
	assert_int_equal(os_host_alloc_count(), 0);
	assert_int_equal(os.attached, os.detached);
	return 0;
}

static void test_names(void **state)
{
	(void)state;
	assert_int_equal(fake.probe_count, 10);
	assert_non_null(fake_probe("vmlinux", "read", "entry"));
	assert_non_null(fake_probe("compat", "read", "return"));
}

static void test_dispatch(void **state)
{
	struct dt_probe *native = fake_probe("vmlinux", "read", "entry"),
			*compat = fake_probe("compat", "read", "entry");

	(void)state;
	assert_null(fake_enable(native));
	assert_null(fake_enable(compat));
	assert_int_equal(os.attached, 1);
	os.enter(NULL, 0, 0, some_args);
	assert_int_equal(native->fired, 1);
	assert_int_equal(fake.arg_count, 6);
	assert_memory_equal(fake.args, some_args, sizeof(some_args));
	assert_true(fake.user);
	os.enter(NULL, 1, 3, some_args);
	assert_int_equal(compat->fired, 1);
	os.enter(NULL, 0, 1, some_args);      /* not armed */
	os.enter(NULL, 0, 3, some_args);      /* no such call */
	os.enter(NULL, 0, 100000, some_args); /* nonsense */
	os.enter(NULL, 2, 0, some_args);      /* an ABI without calls */
	assert_null(os.leave);                /* no return probe is armed: returns cost nothing */
	assert_int_equal(native->fired + compat->fired, 2);
	fake_disable(native);
	os.enter(NULL, 0, 0, some_args);
	assert_int_equal(native->fired, 1);
	assert_int_equal(os.detached, 0);
	fake_disable(compat);
	assert_int_equal(os.detached, 1);
	assert_true(os.syncs >= 2);
}

static void test_return(void **state)
{
	struct dt_probe *probe = fake_probe("vmlinux", "write", "return");

	(void)state;
	fake_enable(probe);
	os.leave(NULL, 0, 1, 42);
	assert_int_equal(fake.arg_count, 2);
	assert_int_equal(fake.args[0], 42);
	assert_int_equal(fake.args[1], 42);
	assert_int_equal(fake.error, 0);
	os.leave(NULL, 0, 1, -14);
	assert_int_equal((int64_t)fake.args[1], -14);
	assert_int_equal(fake.error, 14);
	os.leave(NULL, 0, 1, -4096); /* an address, not an error */
	assert_int_equal(fake.error, 0);
	fake_disable(probe);
}

static void test_both_kinds(void **state)
{
	struct dt_probe *entry = fake_probe("vmlinux", "read", "entry"),
			*back = fake_probe("vmlinux", "read", "return");

	(void)state;
	fake_enable(back);
	assert_null(os.enter);
	fake_enable(entry);
	assert_int_equal(os.attached, 2);
	os.enter(NULL, 0, 0, some_args);
	os.leave(NULL, 0, 0, 1);
	assert_int_equal(entry->fired, 1);
	assert_int_equal(back->fired, 1);
	fake_disable(entry);
	assert_null(os.enter);
	os.leave(NULL, 0, 0, 1);
	assert_int_equal(back->fired, 2);
	fake_disable(back);
	assert_int_equal(os.detached, 2);
}

static void test_two_names(void **state)
{
	struct dt_probe *a = fake_probe("vmlinux", "umount", "entry"), *b = fake_probe("vmlinux", "umount2", "entry");

	(void)state;
	fake_enable(a);
	fake_enable(b);
	os.enter(NULL, 0, 5, some_args);
	fake_disable(a);
	os.enter(NULL, 0, 5, some_args);
	assert_int_equal(a->fired, 1);
	assert_int_equal(b->fired, 2);
	fake_disable(b);
}

static void test_refused(void **state)
{
	(void)state;
	os.error = -OS_EBUSY;
	assert_string_equal(fake_enable(fake_probe("vmlinux", "read", "entry")), "no-tracepoint");
}

/* Nobody is told that a probe that cannot be made now does not exist. */
static void test_no_memory(void **state)
{
	(void)state;
	dt_provider_syscall_fini();
	fake_reset();
	assert_int_equal(dt_provider_syscall_init(), 0);
	os_host_fail_alloc(2);
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 0);
	os.short_at = 3;
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 6);
	assert_string_equal(fake.refused, "no-memory=1 no-memory=1 ");
	assert_int_equal(fake.failed, 2);
	os.short_at = 0;
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 10);
	assert_int_equal(fake.failed, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_dispatch, setup, teardown),
		cmocka_unit_test_setup_teardown(test_return, setup, teardown),
		cmocka_unit_test_setup_teardown(test_both_kinds, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

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
	const struct os_syscall_watch *entries, *returns;
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

int os_syscall_trace(const struct os_syscall_watch *entries, const struct os_syscall_watch *returns)
{
	if ((entries || returns) && os.error)
		return os.error;
	os.attached += (entries && !os.entries) + (returns && !os.returns);
	os.detached += (!entries && os.entries) + (!returns && os.returns);
	os.entries = entries;
	os.returns = returns;
	return 0;
}

static const uint64_t some_args[6] = { 10, 11, 12, 13, 14, 15 };
static struct isa_self_regs some_file;
static struct isa_regs *const some_regs = (struct isa_regs *)(void *)&some_file;

void os_syscall_args(struct isa_regs *regs, uint64_t args[6])
{
	assert_ptr_equal(regs, some_regs);
	memcpy(args, some_args, sizeof(some_args));
}

static const struct dt_called *called_of(const struct os_syscall_watch *watches, unsigned int abi_index,
					 unsigned int number)
{
	const struct os_syscall_watch *watch = &watches[abi_index];

	return watches && number < watch->count ? watch->calls[number] : NULL;
}

/* A call that is entered or left: as the operating system and the core do it. */
static void call(const struct os_syscall_watch *watches, unsigned int abi_index, unsigned int number)
{
	struct dt_firing firing = { .regs = some_regs };
	const struct dt_called *called;

	for (called = called_of(watches, abi_index, number); called; called = called->next)
		dt_probe_fire_masked(called->probe, &firing);
}

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
	call(os.entries, 0, 0);
	assert_int_equal(native->fired, 1);
	call(os.entries, 1, 3);
	assert_int_equal(compat->fired, 1);
	call(os.entries, 0, 1);      /* not armed */
	call(os.entries, 0, 3);      /* no such call */
	call(os.entries, 0, 100000); /* nonsense */
	call(os.entries, 2, 0);      /* an ABI without calls */
	assert_null(os.returns);     /* no return probe is armed: returns cost nothing */
	assert_int_equal(native->fired + compat->fired, 2);
	fake_disable(native);
	call(os.entries, 0, 0);
	assert_int_equal(native->fired, 1);
	assert_int_equal(os.detached, 0);
	fake_disable(compat);
	assert_int_equal(os.detached, 1);
	assert_true(os.syncs >= 2);
}

/* Those of an entry are read from the call, those of a return are at hand. */
static void test_arguments(void **state)
{
	struct dt_probe *entry = fake_probe("vmlinux", "read", "entry"),
			*back = fake_probe("vmlinux", "read", "return");
	struct dt_firing firing = { .regs = some_regs };
	uint64_t value;
	unsigned int n;

	(void)state;
	for (n = 0; n < DT_ARRAY_SIZE(some_args); n++) {
		assert_int_equal(fake.ops->arg_get(entry->arg, &firing, n, &value), 0);
		assert_int_equal(value, some_args[n]);
		assert_int_equal(fake.ops->arg_get(back->arg, &firing, n, &value), -OS_ERANGE);
	}
	assert_int_equal(fake.ops->arg_get(entry->arg, &firing, n, &value), -OS_ERANGE);
}

static void test_both_kinds(void **state)
{
	struct dt_probe *entry = fake_probe("vmlinux", "read", "entry"),
			*back = fake_probe("vmlinux", "read", "return");

	(void)state;
	fake_enable(back);
	assert_null(os.entries);
	fake_enable(entry);
	assert_int_equal(os.attached, 2);
	call(os.entries, 0, 0);
	call(os.returns, 0, 0);
	assert_int_equal(entry->fired, 1);
	assert_int_equal(back->fired, 1);
	fake_disable(entry);
	assert_null(os.entries);
	call(os.returns, 0, 0);
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
	call(os.entries, 0, 5);
	fake_disable(a);
	call(os.entries, 0, 5);
	assert_int_equal(a->fired, 1);
	assert_int_equal(b->fired, 2);
	/* the last of the list went; now the first one goes */
	fake_enable(a);
	fake_disable(a);
	call(os.entries, 0, 5);
	assert_int_equal(a->fired, 1);
	assert_int_equal(b->fired, 3);
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
		cmocka_unit_test_setup_teardown(test_arguments, setup, teardown),
		cmocka_unit_test_setup_teardown(test_both_kinds, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

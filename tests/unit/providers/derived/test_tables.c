/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_tables.c - the tables of derived providers: in a kernel that has all of their hooks each
 * published name is a probe, and types are such that its arguments can be described.
 */
#include <string.h>

#include "core/entry.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "fake/tracepoints.h"
#include "os/adapter.h"
#include "providers/derived/derived.h"
#include "providers/derived/place.h"
#include "providers/providers.h"

static const struct derived_row hooks[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/ip.def"
#include "spec/providers/io.def"
#include "spec/providers/proc.def"
#include "spec/providers/sched.def"
#include "spec/providers/tcp.def"
#include "spec/providers/udp.def"
#include "spec/providers/vminfo.def"
#include "spec/providers/sysinfo.def"
#include "spec/providers/fsinfo.def"
#include "spec/providers/vfs.def"
#include "spec/providers/kmem.def"
#include "spec/providers/mib.def"
#include "spec/providers/nfsv3.def"
#include "spec/providers/nfsv4.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};
#define HOOKS DT_ARRAY_SIZE(hooks)

static char place[HOOKS + 2];
static struct os_tracepoint points[HOOKS + 2];
static struct os_syscall calls[HOOKS];
static struct derived_hook parsed[HOOKS];
static struct os_func funcs[HOOKS];

static int setup(void **state)
{
	size_t i, point_count = 0, func_count = 0, call_count = 0;

	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	memset(&fake_tracepoints, 0, sizeof(fake_tracepoints));
	for (i = 0; i < HOOKS; i++) {
		assert_true(derived_hook_parse(hooks[i].hook, &parsed[i]));
		if (parsed[i].kind == DERIVED_POINT)
			points[point_count++] =
				(struct os_tracepoint){ parsed[i].module, "", parsed[i].name, &place[i] };
		else if (parsed[i].kind == DERIVED_CALL)
			calls[call_count++] = (struct os_syscall){ .name = parsed[i].call, .number = (unsigned int)i };
		else
			funcs[func_count++] = (struct os_func){ .module = parsed[i].module,
								.name = parsed[i].name,
								.addr = fake_function(SHORT),
								.size = FUNCTION_SIZE,
								.body = fake_function(SHORT) + SAMPLE_BODY };
	}
	points[point_count++] = (struct os_tracepoint){ "vmlinux", "", OS_TRACEPOINT_ENTER, &place[HOOKS] };
	points[point_count++] = (struct os_tracepoint){ "vmlinux", "", OS_TRACEPOINT_LEAVE, &place[HOOKS + 1] };
	fake_tracepoints.calls = calls;
	fake_tracepoints.call_count = call_count;
	fake_tracepoints.points = points;
	fake_tracepoints.count = point_count;
	fake_space.funcs = funcs;
	fake_space.func_count = func_count;
	assert_int_equal(dt_sites_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	return 0;
}

static unsigned int arguments(const struct dt_probe *probe)
{
	struct dtrace_argdesc desc = { 0 };

	for (desc.index = 0; desc.index < OS_ADAPTER_ARGS; desc.index++) {
		fake.ops->arg_desc(fake.arg, probe->arg, &desc);
		if (desc.mapping == DTRACE_ARGNONE)
			break;
		assert_true(desc.native[0] != '\0');
	}
	return desc.index;
}

struct published {
	const char *name;
	unsigned int args;
};

static void check(const struct published *published, size_t count)
{
	size_t i, j;

	fake.ops->provide(fake.arg, NULL);
	assert_string_equal(fake.refused, "");
	for (i = 0; i < count; i++) {
		for (j = 0; j < fake.probe_count && strcmp(fake.probes[j].name, published[i].name) != 0; j++)
			;
		if (j == fake.probe_count)
			fail_msg("no probe %s", published[i].name);
		if (arguments(&fake.probes[j]) != published[i].args)
			fail_msg("%s has %u arguments", published[i].name, arguments(&fake.probes[j]));
	}
}

static void test_proc(void **state)
{
	static const struct published published[] = {
		{ "create", 1 },      { "exec", 1 },         { "exec-failure", 1 },   { "exec-success", 0 },
		{ "exit", 1 },        { "fault", 2 },        { "lwp-create", 2 },     { "lwp-exit", 0 },
		{ "lwp-start", 0 },   { "signal-clear", 2 }, { "signal-discard", 3 }, { "signal-handle", 3 },
		{ "signal-send", 3 }, { "start", 0 },
	};

	(void)state;
	assert_int_equal(dt_provider_proc_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_proc_fini();
}

static void test_sched(void **state)
{
	static const struct published published[] = {
		{ "change-pri", 3 }, { "dequeue", 3 }, { "enqueue", 4 },    { "off-cpu", 2 },
		{ "on-cpu", 0 },     { "preempt", 0 }, { "remain-cpu", 0 }, { "sleep", 0 },
		{ "surrender", 2 },  { "tick", 2 },    { "wakeup", 2 },
	};

	(void)state;
	assert_int_equal(dt_provider_sched_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_sched_fini();
}

/* A clause may be for several probes, so those with as many arguments have the same ones. */
static void check_same_types(void)
{
	struct dtrace_argdesc one = { 0 }, other;
	size_t i, j;

	for (i = 1; i < fake.probe_count; i++) {
		for (j = 0; j < i; j++) {
			if (arguments(&fake.probes[i]) != arguments(&fake.probes[j]))
				continue;
			for (one.index = 0; one.index < arguments(&fake.probes[i]); one.index++) {
				other = one;
				fake.ops->arg_desc(fake.arg, fake.probes[i].arg, &one);
				fake.ops->arg_desc(fake.arg, fake.probes[j].arg, &other);
				assert_string_equal(one.native, other.native);
				assert_string_equal(one.translated, other.translated);
				assert_int_equal(one.mapping, other.mapping);
			}
		}
	}
}

static void test_tcp(void **state)
{
	static const struct published published[] = {
		{ "accept-established", 5 },
		{ "accept-refused", 5 },
		{ "connect-established", 5 },
		{ "connect-refused", 5 },
		{ "connect-request", 5 },
		{ "receive", 5 },
		{ "send", 5 },
		{ "state-change", 6 },
	};

	(void)state;
	assert_int_equal(dt_provider_tcp_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	check_same_types();
	dt_provider_tcp_fini();
}

static void test_udp(void **state)
{
	static const struct published published[] = { { "receive", 5 }, { "send", 5 } };

	(void)state;
	assert_int_equal(dt_provider_udp_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	check_same_types();
	dt_provider_udp_fini();
}

static void test_ip(void **state)
{
	static const struct published published[] = {
		{ "drop-in", 6 },
		{ "drop-out", 6 },
		{ "receive", 6 },
		{ "send", 6 },
	};

	(void)state;
	assert_int_equal(dt_provider_ip_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	check_same_types();
	dt_provider_ip_fini();
}

/* arg0 of all is the transfer's own address; what their types are read from is after the arguments. */
static void test_io(void **state)
{
	static const struct published published[] = {
		{ "start", 3 }, { "done", 3 }, { "wait-start", 3 }, { "wait-done", 3 }
	};
	struct dtrace_argdesc desc = { 0 };

	(void)state;
	assert_int_equal(dt_provider_io_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	for (desc.index = 0; desc.index < 3; desc.index++) {
		fake.ops->arg_desc(fake.arg, fake.probes[0].arg, &desc);
		assert_int_equal(desc.mapping, 3);
	}
	dt_provider_io_fini();
}

static void test_vminfo(void **state)
{
	static const struct published published[] = {
		{ "anonfree", 1 }, { "anonpgin", 1 },   { "anonpgout", 1 }, { "as_fault", 1 }, { "cow_fault", 1 },
		{ "dfree", 1 },    { "fsfree", 1 },     { "fspgin", 1 },    { "fspgout", 1 },  { "maj_fault", 1 },
		{ "pgfrec", 1 },   { "pgin", 1 },       { "pgout", 1 },     { "pgpgin", 1 },   { "pgpgout", 1 },
		{ "pgrec", 1 },    { "prot_fault", 1 }, { "rev", 1 },       { "scan", 1 },     { "zfod", 1 }
	};

	(void)state;
	assert_int_equal(dt_provider_vminfo_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_vminfo_fini();
}

static void test_sysinfo(void **state)
{
	static const struct published published[] = {
		{ "cpumigrate", 1 },     { "idlethread", 1 }, { "intr", 1 },    { "inv_swtch", 1 }, { "lread", 1 },
		{ "mutex_adenters", 1 }, { "namei", 1 },      { "pswitch", 1 }, { "readch", 1 },    { "rw_rdfails", 1 },
		{ "rw_wrfails", 1 },     { "sysexec", 1 },    { "sysfork", 1 }, { "sysread", 1 },   { "sysvfork", 1 },
		{ "syswrite", 1 },       { "trap", 1 },       { "writech", 1 }, { "xcalls", 1 }
	};

	(void)state;
	assert_int_equal(dt_provider_sysinfo_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_sysinfo_fini();
}

static void test_fsinfo(void **state)
{
	static const struct published published[] = {
		{ "addmap", 2 }, { "close", 2 },   { "fsync", 2 }, { "open", 2 },
		{ "read", 2 },   { "readdir", 2 }, { "seek", 2 },  { "write", 2 }
	};

	(void)state;
	assert_int_equal(dt_provider_fsinfo_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_fsinfo_fini();
}

static void test_kmem(void **state)
{
	static const struct published published[] = { { "alloc", 5 }, { "free", 5 } };

	(void)state;
	assert_int_equal(dt_provider_kmem_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_kmem_fini();
}

static void test_mib(void **state)
{
	static const struct published published[] = { { "tcpActiveOpens", 1 },       { "tcpInDataInorderBytes", 1 },
						      { "tcpInDataInorderSegs", 1 }, { "tcpOutDataBytes", 1 },
						      { "tcpOutDataSegs", 1 },       { "tcpOutRsts", 1 },
						      { "tcpRetransBytes", 1 },      { "tcpRetransSegs", 1 },
						      { "udpInDatagrams", 1 },       { "udpOutDatagrams", 1 } };

	(void)state;
	assert_int_equal(dt_provider_mib_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	dt_provider_mib_fini();
}

static void test_vfs(void **state)
{
	static const struct published published[] = { { "hit", 3 }, { "miss", 2 } };

	(void)state;
	assert_int_equal(dt_provider_vfs_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	assert_non_null(fake_probe("vmlinux", "lookup", "entry"));
	assert_non_null(fake_probe("vmlinux", "lookup", "return"));
	dt_provider_vfs_fini();
}

/* A clause for any of them may ask who calls, and for what file: @call is the type of that. */
static void check_same_call(const char *call)
{
	const char *const types[] = { "conninfo_t *", call };
	struct dtrace_argdesc desc = { 0 };
	size_t i;

	for (desc.index = 0; desc.index < DT_ARRAY_SIZE(types); desc.index++) {
		for (i = 0; i < fake.probe_count; i++) {
			fake.ops->arg_desc(fake.arg, fake.probes[i].arg, &desc);
			assert_string_equal(desc.native, "struct dt_nfs_call *");
			assert_string_equal(desc.translated, types[desc.index]);
			assert_int_equal(desc.mapping, desc.index);
		}
	}
}

static void test_nfsv3(void **state)
{
	static const struct published published[] = {
		{ "op-null-start", 2 },   { "op-null-done", 2 },         { "op-getattr-start", 3 },
		{ "op-getattr-done", 3 }, { "op-setattr-start", 3 },     { "op-setattr-done", 3 },
		{ "op-lookup-start", 3 }, { "op-lookup-done", 3 },       { "op-access-start", 3 },
		{ "op-access-done", 3 },  { "op-readlink-start", 3 },    { "op-readlink-done", 3 },
		{ "op-read-start", 3 },   { "op-read-done", 3 },         { "op-write-start", 3 },
		{ "op-write-done", 3 },   { "op-create-start", 3 },      { "op-create-done", 3 },
		{ "op-mkdir-start", 3 },  { "op-mkdir-done", 3 },        { "op-symlink-start", 3 },
		{ "op-symlink-done", 3 }, { "op-mknod-start", 3 },       { "op-mknod-done", 3 },
		{ "op-remove-start", 3 }, { "op-remove-done", 3 },       { "op-rmdir-start", 3 },
		{ "op-rmdir-done", 3 },   { "op-rename-start", 3 },      { "op-rename-done", 3 },
		{ "op-link-start", 3 },   { "op-link-done", 3 },         { "op-readdir-start", 3 },
		{ "op-readdir-done", 3 }, { "op-readdirplus-start", 3 }, { "op-readdirplus-done", 3 },
		{ "op-fsstat-start", 3 }, { "op-fsstat-done", 3 },       { "op-fsinfo-start", 3 },
		{ "op-fsinfo-done", 3 },  { "op-pathconf-start", 3 },    { "op-pathconf-done", 3 },
		{ "op-commit-start", 3 }, { "op-commit-done", 3 },
	};

	(void)state;
	assert_int_equal(dt_provider_nfsv3_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	check_same_call("nfsv3opinfo_t *");
	dt_provider_nfsv3_fini();
}

static void test_nfsv4(void **state)
{
	static const struct published published[] = {
		{ "null-start", 2 },
		{ "null-done", 2 },
		{ "compound-op-start", 3 },
		{ "compound-op-done", 3 },
		{ "op-access-start", 3 },
		{ "op-access-done", 3 },
		{ "op-close-start", 3 },
		{ "op-close-done", 3 },
		{ "op-commit-start", 3 },
		{ "op-commit-done", 3 },
		{ "op-create-start", 3 },
		{ "op-create-done", 3 },
		{ "op-delegreturn-start", 3 },
		{ "op-delegreturn-done", 3 },
		{ "op-getattr-start", 3 },
		{ "op-getattr-done", 3 },
		{ "op-getfh-start", 3 },
		{ "op-getfh-done", 3 },
		{ "op-link-start", 3 },
		{ "op-link-done", 3 },
		{ "op-lock-start", 3 },
		{ "op-lock-done", 3 },
		{ "op-lockt-start", 3 },
		{ "op-lockt-done", 3 },
		{ "op-locku-start", 3 },
		{ "op-locku-done", 3 },
		{ "op-lookup-start", 3 },
		{ "op-lookup-done", 3 },
		{ "op-lookupp-start", 3 },
		{ "op-lookupp-done", 3 },
		{ "op-nverify-start", 3 },
		{ "op-nverify-done", 3 },
		{ "op-open-start", 3 },
		{ "op-open-done", 3 },
		{ "op-open-confirm-start", 3 },
		{ "op-open-confirm-done", 3 },
		{ "op-open-downgrade-start", 3 },
		{ "op-open-downgrade-done", 3 },
		{ "op-putfh-start", 3 },
		{ "op-putfh-done", 3 },
		{ "op-putrootfh-start", 3 },
		{ "op-putrootfh-done", 3 },
		{ "op-read-start", 3 },
		{ "op-read-done", 3 },
		{ "op-readdir-start", 3 },
		{ "op-readdir-done", 3 },
		{ "op-readlink-start", 3 },
		{ "op-readlink-done", 3 },
		{ "op-release-lockowner-start", 3 },
		{ "op-release-lockowner-done", 3 },
		{ "op-remove-start", 3 },
		{ "op-remove-done", 3 },
		{ "op-rename-start", 3 },
		{ "op-rename-done", 3 },
		{ "op-renew-start", 3 },
		{ "op-renew-done", 3 },
		{ "op-restorefh-start", 3 },
		{ "op-restorefh-done", 3 },
		{ "op-savefh-start", 3 },
		{ "op-savefh-done", 3 },
		{ "op-secinfo-start", 3 },
		{ "op-secinfo-done", 3 },
		{ "op-setattr-start", 3 },
		{ "op-setattr-done", 3 },
		{ "op-setclientid-start", 3 },
		{ "op-setclientid-done", 3 },
		{ "op-setclientid-confirm-start", 3 },
		{ "op-setclientid-confirm-done", 3 },
		{ "op-verify-start", 3 },
		{ "op-verify-done", 3 },
		{ "op-write-start", 3 },
		{ "op-write-done", 3 },
	};

	(void)state;
	assert_int_equal(dt_provider_nfsv4_init(), 0);
	check(published, DT_ARRAY_SIZE(published));
	check_same_call("nfsv4opinfo_t *");
	dt_provider_nfsv4_fini();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_proc, setup, teardown),
		cmocka_unit_test_setup_teardown(test_io, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sched, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tcp, setup, teardown),
		cmocka_unit_test_setup_teardown(test_udp, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ip, setup, teardown),
		cmocka_unit_test_setup_teardown(test_vminfo, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sysinfo, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fsinfo, setup, teardown),
		cmocka_unit_test_setup_teardown(test_vfs, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kmem, setup, teardown),
		cmocka_unit_test_setup_teardown(test_mib, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nfsv3, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nfsv4, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscall.c - entry and return of every system call.
 *
 *   syscall:vmlinux:read:entry    native calls; arg0..arg5
 *   syscall:compat:read:return    the same of 32-bit programs on a 64-bit kernel; arg0 = arg1 = the
 *                                 value returned, errno
 *
 * The module field is the ABI, so that a description without one (syscall::read:entry) means all
 * programs. The operating system finds the probes of a call in tables by ABI and number, and reports
 * no other calls; it looks only while a probe is armed. Arguments are read when somebody asks for one.
 */
#include <dtrace/provider.h>

#include "os/os.h"
#include "providers/providers.h"

enum kind { KIND_ENTRY, KIND_RETURN, KIND_COUNT };

/* One probe. Several names may have one number: those are linked. */
struct point {
	struct dt_called called; /* its probe while armed */
	unsigned int number;
	uint8_t abi_index;
	uint8_t kind;
};

static struct dt_provider *provider;
static struct point *points; /* all of them; made once */
static bool all_made;
static size_t point_count, point_room;
static size_t armed[KIND_COUNT];
static struct os_syscall_watch watched[KIND_COUNT][OS_SYSCALL_ABIS];

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_ISA, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.args = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_ISA, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

/* Those of an entry; a return has its own at hand. */
static DT_PROBE_CTX int syscall_arg(void *probe_arg, const struct dt_firing *firing, unsigned int n, uint64_t *value)
{
	const struct point *point = probe_arg;
	DT_UNINITIALIZED uint64_t args[6];

	if (n >= DT_ARRAY_SIZE(args) || point->kind != KIND_ENTRY)
		return -OS_ERANGE;
	os_syscall_args(firing->regs, args);
	*value = args[n];
	return 0;
}

/* ---- making probes --------------------------------------------------------------------------- */

static int count_call(void *arg, const struct os_syscall *call)
{
	struct os_syscall_watch *watch;
	unsigned int kind;

	if (call->abi_index >= OS_SYSCALL_ABIS)
		return 0;
	point_room += KIND_COUNT;
	for (kind = 0; kind < KIND_COUNT; kind++) {
		watch = &watched[kind][call->abi_index];
		watch->count = DT_MAX(watch->count, call->number + 1);
	}
	return 0;
}

static int make_point(const struct os_syscall *call, enum kind kind)
{
	struct point *point = &points[point_count];
	int id;

	if (point_count == point_room)
		return 0;
	point->number = call->number;
	point->abi_index = call->abi_index;
	point->kind = kind;
	id = dt_probe_create(provider, call->abi[0] ? call->abi : "vmlinux", call->name,
			     kind == KIND_ENTRY ? "entry" : "return", 0, point);
	if (id == -OS_EEXIST)
		return 0;
	if (id < 0)
		return id;
	point_count++;
	return 0;
}

static int make_call(void *arg, const struct os_syscall *call)
{
	int error;

	if (call->abi_index >= OS_SYSCALL_ABIS)
		return 0;
	error = make_point(call, KIND_ENTRY);
	return error ? error : make_point(call, KIND_RETURN);
}

static void tables_free(void)
{
	unsigned int abi, kind;

	for (kind = 0; kind < KIND_COUNT; kind++) {
		for (abi = 0; abi < OS_SYSCALL_ABIS; abi++) {
			os_free((void *)watched[kind][abi].calls);
			watched[kind][abi] = (struct os_syscall_watch){ NULL, 0 };
		}
	}
	os_free(points);
	points = NULL;
	point_count = point_room = 0;
}

static int tables_make(void)
{
	struct os_syscall_watch *watch;
	unsigned int abi, kind;

	os_syscall_each(count_call, NULL);
	points = os_alloc((point_room + 1) * sizeof(*points));
	if (!points)
		return -OS_ENOMEM;
	for (kind = 0; kind < KIND_COUNT; kind++) {
		for (abi = 0; abi < OS_SYSCALL_ABIS; abi++) {
			watch = &watched[kind][abi];
			watch->calls = os_alloc((watch->count + 1) * sizeof(*watch->calls));
			if (!watch->calls)
				return -OS_ENOMEM;
		}
	}
	return 0;
}

static int make_all(void)
{
	int error = points ? 0 : tables_make();

	if (error) {
		tables_free();
		return error;
	}
	return os_syscall_each(make_call, NULL);
}

/* Without memory there are no probes now, or not all; the next pattern tries again. */
static void syscall_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	if (all_made)
		return;
	all_made = make_all() != -OS_ENOMEM; /* another error: this system has no calls */
	if (!all_made)
		dt_provide_failed(-OS_ENOMEM, 1);
}

/* ---- arming ---------------------------------------------------------------------------------- */

/* Where the operating system finds the first probe of this call. */
static struct dt_called **list_of(const struct point *point)
{
	return (struct dt_called **)&watched[point->kind][point->abi_index].calls[point->number];
}

static void point_link(struct point *point)
{
	struct dt_called **list = list_of(point);

	point->called.next = *list;
	DT_STORE_RELEASE(list, &point->called);
}

static void point_unlink(struct point *point)
{
	struct dt_called **link = list_of(point);

	while (*link && *link != &point->called)
		link = &(*link)->next;
	if (*link)
		DT_STORE_RELEASE(link, point->called.next);
}

/*
 * Watch entries and returns only when such probes are armed: each of the two costs time in every
 * system call of the machine.
 */
static int follow(const size_t wanted[KIND_COUNT])
{
	return os_syscall_trace(wanted[KIND_ENTRY] ? watched[KIND_ENTRY] : NULL,
				wanted[KIND_RETURN] ? watched[KIND_RETURN] : NULL);
}

static void syscall_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	size_t wanted[KIND_COUNT] = { armed[KIND_ENTRY], armed[KIND_RETURN] };
	const char *refused = NULL;
	struct point *point;
	size_t i;

	for (i = 0; i < count; i++)
		wanted[((struct point *)requests[i].arg)->kind]++;
	if (follow(wanted) != 0)
		refused = "no-tracepoint";
	for (i = 0; i < count; i++) {
		point = requests[i].arg;
		requests[i].refused = refused;
		if (refused)
			continue;
		point->called.probe = requests[i].probe;
		point_link(point);
		armed[point->kind]++;
	}
}

static void syscall_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct point *point;
	size_t i;

	for (i = 0; i < count; i++) {
		point = requests[i].arg;
		point_unlink(point);
		armed[point->kind]--;
	}
	follow(armed);
	os_sync();
}

static enum dt_scope syscall_scope(void *probe_arg)
{
	return DT_SCOPE_PROCESS;
}

static const struct dt_provider_ops ops = {
	.scope = syscall_scope,
	.provide = syscall_provide,
	.enable = syscall_enable,
	.disable = syscall_disable,
	.arg_get = syscall_arg,
};

int dt_provider_syscall_init(void)
{
	return dt_provider_register("syscall", &attributes, &ops, NULL, &provider);
}

void dt_provider_syscall_fini(void)
{
	dt_provider_unregister(provider);
	provider = NULL;
	tables_free();
	all_made = false;
}

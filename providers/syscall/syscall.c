/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscall.c - entry and return of every system call.
 *
 *   syscall:vmlinux:read:entry    native calls; arg0..arg5
 *   syscall:compat:read:return    the same of 32-bit programs on a 64-bit kernel; arg0 = arg1 = the
 *                                 value returned, errno
 *
 * The module field is the ABI, so that a description without one (syscall::read:entry) means all
 * programs. Calls are dispatched by ABI and number through a table of lists of armed probes: one
 * load when no probe uses this call. The operating system reports system calls only while a probe
 * is armed.
 */
#include <dtrace/provider.h>

#include "os/os.h"
#include "providers/providers.h"

#define ERRNO_MAX 4095 /* the kernel's: values -4095..-1 are errors */

enum kind { KIND_ENTRY, KIND_RETURN, KIND_COUNT };

/* One probe. Several names may have one number: those are linked. */
struct point {
	struct dt_probe *probe; /* while armed */
	struct point *next;     /* read while a call is dispatched */
	unsigned int number;
	uint8_t abi_index;
	uint8_t kind;
};

static struct dt_provider *provider;
static struct point *points; /* all of them; made once */
static bool all_made;
static size_t point_count, point_room;
static size_t armed[KIND_COUNT];
static struct point **table[OS_SYSCALL_ABIS][KIND_COUNT];
static unsigned int table_size[OS_SYSCALL_ABIS];

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_ISA, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.args = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_ISA, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

/* Interrupts are off so that os_sync() waits for the walk along the list. */
DT_PROBE_INLINE void fire(enum kind kind, unsigned int abi_index, unsigned int number, const struct dt_firing *firing)
{
	struct point **lists = table[abi_index][kind];
	struct point *point;
	unsigned long state;

	if (number >= table_size[abi_index] || !DT_READ_ONCE(lists[number]))
		return;
	state = os_irq_save();
	for (point = DT_READ_ONCE(lists[number]); point; point = DT_READ_ONCE(point->next))
		dt_probe_fire_masked(point->probe, firing);
	os_irq_restore(state);
}

DT_PROBE_CTX static void entered(struct isa_regs *regs, unsigned int abi_index, unsigned int number,
				 const uint64_t args[6])
{
	DT_UNINITIALIZED struct dt_firing firing;

	firing.regs = regs;
	firing.args = args;
	firing.arg_count = 6;
	firing.data = 0;
	firing.error = 0;
	firing.user = DT_FIRING_CALLED;
	firing.edge = false;
	fire(KIND_ENTRY, abi_index, number, &firing);
}

DT_PROBE_CTX static void left(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value)
{
	DT_UNINITIALIZED uint64_t args[2];
	DT_UNINITIALIZED struct dt_firing firing;

	args[0] = args[1] = (uint64_t)value;
	firing.regs = regs;
	firing.args = args;
	firing.arg_count = 2;
	firing.data = 0;
	firing.error = value < 0 && value >= -ERRNO_MAX ? (int)-value : 0;
	firing.user = DT_FIRING_CALLED;
	firing.edge = false;
	fire(KIND_RETURN, abi_index, number, &firing);
}

/* ---- making probes --------------------------------------------------------------------------- */

static int count_call(void *arg, const struct os_syscall *call)
{
	if (call->abi_index >= OS_SYSCALL_ABIS)
		return 0;
	point_room += KIND_COUNT;
	table_size[call->abi_index] = DT_MAX(table_size[call->abi_index], call->number + 1);
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

	for (abi = 0; abi < OS_SYSCALL_ABIS; abi++) {
		for (kind = 0; kind < KIND_COUNT; kind++) {
			os_free(table[abi][kind]);
			table[abi][kind] = NULL;
		}
		table_size[abi] = 0;
	}
	os_free(points);
	points = NULL;
	point_count = point_room = 0;
}

static int tables_make(void)
{
	unsigned int abi, kind;

	os_syscall_each(count_call, NULL);
	points = os_alloc((point_room + 1) * sizeof(*points));
	if (!points)
		return -OS_ENOMEM;
	for (abi = 0; abi < OS_SYSCALL_ABIS; abi++) {
		for (kind = 0; kind < KIND_COUNT; kind++) {
			table[abi][kind] = os_alloc((table_size[abi] + 1) * sizeof(*table[abi][kind]));
			if (!table[abi][kind])
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

static void point_link(struct point *point)
{
	struct point **list = &table[point->abi_index][point->kind][point->number];

	point->next = *list;
	DT_STORE_RELEASE(list, point);
}

static void point_unlink(struct point *point)
{
	struct point **link = &table[point->abi_index][point->kind][point->number];

	while (*link && *link != point)
		link = &(*link)->next;
	if (*link)
		DT_STORE_RELEASE(link, point->next);
}

/*
 * Watch entries and returns only when such probes are armed: each of the two costs time in every
 * system call of the machine.
 */
static int follow(const size_t wanted[KIND_COUNT])
{
	return os_syscall_trace(wanted[KIND_ENTRY] ? entered : NULL, wanted[KIND_RETURN] ? left : NULL);
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
		point->probe = requests[i].probe;
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

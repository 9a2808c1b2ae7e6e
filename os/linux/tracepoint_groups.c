/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoint_groups.c - the groups of events: a tracepoint does not know its own. The kernel's events do:
 * each has a number, a function finds the event of a number, and its symbol is there in all kernels,
 * also where those of variables (the list of events) are not. The list as text, in tracefs, cannot be
 * read by a module (kernel_read() refuses it).
 *
 * The lowest numbers are entries of the function tracer, which are no struct trace_event_call: what is
 * read around them is no tracepoint's address, so nobody finds it. It is read guarded.
 */
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/trace_events.h>

#include "os/linux/tracepoint.h"

struct linux_group {
	const struct tracepoint *point; /* NULL: free */
	const struct trace_event_class *class;
};

#define NUMBERS 65536 /* kernel/trace/trace_output.c, TRACE_EVENT_TYPE_MAX: 16 bits in each record */

static struct linux_group *place(const struct linux_groups *groups, const struct tracepoint *point)
{
	size_t i = hash_ptr(point, 32);

	for (;; i++) {
		struct linux_group *entry = &groups->entries[i & (groups->size - 1)];

		if (!entry->point || entry->point == point)
			return entry;
	}
}

/* Half of it stays free, so that a search ends soon. */
static int make_room(struct linux_groups *groups, size_t count)
{
	groups->size = roundup_pow_of_two(2 * count + 2);
	groups->entries = os_alloc(groups->size * sizeof(*groups->entries));
	return groups->entries ? 0 : -ENOMEM;
}

/* The first event of a tracepoint is its own: those that others add to it have higher numbers. */
static void add(struct linux_groups *groups, const struct trace_event *event)
{
	const struct trace_event_call *call = container_of(event, struct trace_event_call, event);
	const struct trace_event_class *class;
	const struct tracepoint *point;
	struct linux_group *entry;

	if (os_kload(&point, (unsigned long)&call->tp, sizeof(point)) != 0 ||
	    os_kload(&class, (unsigned long)&call->class, sizeof(class)) != 0 || !point)
		return;
	entry = place(groups, point);
	if (entry->point)
		return;
	entry->point = point;
	entry->class = class;
}

static int read_events(struct linux_groups *groups, struct trace_event *(*find)(int number))
{
	struct trace_event *event;
	size_t count = 0;
	int i, error;

	for (i = 1; i < NUMBERS; i++)
		count += find(i) != NULL;
	error = make_room(groups, count);
	for (i = 1; i < NUMBERS && !error; i++) {
		event = find(i);
		if (event)
			add(groups, event);
	}
	return error;
}

int linux_groups_read(struct linux_groups *groups)
{
	struct trace_event *(*find)(int number) = (void *)linux_symbol("ftrace_find_event");
	void (*lock)(void) = (void *)linux_symbol("trace_event_read_lock");
	void (*unlock)(void) = (void *)linux_symbol("trace_event_read_unlock");
	int error;

	if (!find || !lock || !unlock)
		return make_room(groups, 0);
	lock();
	error = read_events(groups, find);
	unlock();
	return error;
}

const char *linux_groups_find(const struct linux_groups *groups, const struct tracepoint *point)
{
	const struct linux_group *entry = place(groups, point);

	return entry->point ? entry->class->system : "";
}

void linux_groups_free(struct linux_groups *groups)
{
	os_free(groups->entries);
	groups->entries = NULL;
}

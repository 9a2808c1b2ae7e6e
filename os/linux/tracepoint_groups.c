/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoint_groups.c - the groups of events: a tracepoint does not know its own. The kernel's list
 * of events does; its symbol is there in kernels with CONFIG_KALLSYMS_ALL. In others no group is known:
 * the kernel does not let a module read the list as text (kernel_read() refuses tracefs).
 */
#include <linux/log2.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/trace_events.h>

#include "os/linux/tracepoint.h"

struct linux_group {
	const char *name; /* NULL: free */
	const char *group;
};

static struct linux_group *place(const struct linux_groups *groups, const char *name)
{
	size_t i = full_name_hash(NULL, name, strlen(name));

	for (;; i++) {
		struct linux_group *entry = &groups->entries[i & (groups->size - 1)];

		if (!entry->name || strcmp(entry->name, name) == 0)
			return entry;
	}
}

static void add(struct linux_groups *groups, const char *name, const char *group)
{
	struct linux_group *entry = place(groups, name);

	entry->name = name;
	entry->group = group;
}

/* Half of it stays free, so that a search ends soon. */
static int make_room(struct linux_groups *groups, size_t count)
{
	groups->size = roundup_pow_of_two(2 * count + 2);
	groups->entries = os_alloc(groups->size * sizeof(*groups->entries));
	return groups->entries ? 0 : -ENOMEM;
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool is_tracepoint(const struct trace_event_call *event)
{
	return event->flags & TRACE_EVENT_FL_TRACEPOINT;
}

static int read_list(struct linux_groups *groups, struct list_head *events)
{
	struct trace_event_call *event;
	size_t count = 0;
	int error;

	list_for_each_entry (event, events, list)
		count++;
	error = make_room(groups, count);
	if (error)
		return error;
	list_for_each_entry (event, events, list) {
		if (is_tracepoint(event))
			add(groups, event->tp->name, event->class->system);
	}
	return 0;
}

/* ---- all ------------------------------------------------------------------------------------- */

int linux_groups_read(struct linux_groups *groups)
{
	struct list_head *events = (void *)linux_symbol("ftrace_events");
	struct mutex *lock = (void *)linux_symbol("event_mutex");
	int error;

	if (!events || !lock)
		return make_room(groups, 0);
	mutex_lock(lock);
	error = read_list(groups, events);
	mutex_unlock(lock);
	return error;
}

const char *linux_groups_find(const struct linux_groups *groups, const char *name)
{
	const struct linux_group *entry = place(groups, name);

	return entry->name ? entry->group : "";
}

void linux_groups_free(struct linux_groups *groups)
{
	os_free(groups->entries);
	groups->entries = NULL;
}

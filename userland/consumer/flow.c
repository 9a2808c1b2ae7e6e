/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/flow.c - the lines of -F: which entry a return belongs to, and how deep it is, thread by thread. */
#include <stdlib.h>
#include <string.h>

#include "consumer/flow.h"

#define BUCKETS   1024u
#define DEPTH_MAX 4096u /* entries without a return that a thread keeps: then all of them are forgotten */

struct frame {
	const struct dtrace_probedesc *probe;
	uint64_t time;
	bool closed;
};

struct thread {
	uint64_t number;
	uint32_t cpu; /* of an idle thread; else 0 */
	struct frame *frames;
	size_t count, room;
	struct thread *next;
};

struct ldt_flow {
	struct thread *buckets[BUCKETS];
};

static struct thread **find_thread(struct ldt_flow *flow, uint64_t number, uint32_t cpu)
{
	struct thread **link = &flow->buckets[(number + cpu) % BUCKETS];

	while (*link && ((*link)->number != number || (*link)->cpu != cpu))
		link = &(*link)->next;
	return link;
}

static bool is_same_function(const struct dtrace_probedesc *a, const struct dtrace_probedesc *b)
{
	return strcmp(a->function, b->function) == 0 && strcmp(a->module, b->module) == 0 &&
	       strcmp(a->provider, b->provider) == 0;
}

/* Without memory the entry is not kept. */
static void push(struct thread **link, const struct ldt_flow_firing *firing, uint32_t cpu)
{
	struct thread *thread = *link;

	if (!thread) {
		thread = *link = calloc(1, sizeof(*thread));
		if (!thread)
			return;
		thread->number = firing->thread;
		thread->cpu = cpu;
	}
	if (thread->count == DEPTH_MAX)
		thread->count = 0;
	if (thread->count == thread->room) {
		size_t room = thread->room ? thread->room * 2 : 8;
		struct frame *more = realloc(thread->frames, room * sizeof(*more));

		if (!more)
			return;
		thread->frames = more;
		thread->room = room;
	}
	thread->frames[thread->count++] = (struct frame){ firing->probe, firing->time, firing->closed };
}

/* The entry of the function that returns, 1-based; 0: there is none. */
static size_t find_entry(const struct thread *thread, const struct dtrace_probedesc *probe)
{
	size_t at = thread->count;

	while (at > 0 && !is_same_function(thread->frames[at - 1].probe, probe))
		at--;
	return at;
}

/* *@link is gone when the thread has no entries left. */
static void pop(struct thread **link, const struct ldt_flow_firing *firing, struct ldt_flow_line *ret)
{
	struct thread *thread = *link;
	size_t at = find_entry(thread, firing->probe);

	if (at > 0) {
		ret->elapsed = (int64_t)(firing->time - thread->frames[at - 1].time);
		thread->count = at - 1;
	} else if (!thread->frames[thread->count - 1].closed) {
		thread->count--;
	}
	ret->depth = (uint32_t)thread->count;
	if (thread->count == 0) {
		*link = thread->next;
		free(thread->frames);
		free(thread);
	}
}

void ldt_flow_note(struct ldt_flow **flow, const struct ldt_flow_firing *firing, struct ldt_flow_line *ret)
{
	uint32_t cpu = firing->thread == 0 ? firing->cpu : 0;
	struct thread **link;

	*ret = (struct ldt_flow_line){ .depth = 0, .elapsed = -1 };
	if (!*flow)
		*flow = calloc(1, sizeof(**flow));
	if (!*flow)
		return;
	link = find_thread(*flow, firing->thread, cpu);
	if (*link)
		ret->depth = (uint32_t)(*link)->count;
	if (firing->kind == DTRACEFLOW_ENTRY)
		push(link, firing, cpu);
	else if (firing->kind == DTRACEFLOW_RETURN && *link && (*link)->count > 0)
		pop(link, firing, ret);
}

void ldt_flow_free(struct ldt_flow *flow)
{
	for (size_t i = 0; flow && i < BUCKETS; i++) {
		while (flow->buckets[i]) {
			struct thread *thread = flow->buckets[i];

			flow->buckets[i] = thread->next;
			free(thread->frames);
			free(thread);
		}
	}
	free(flow);
}

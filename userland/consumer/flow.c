/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/flow.c - -x flowtime: which entry a return belongs to, thread by thread. */
#include <stdlib.h>
#include <string.h>

#include "consumer/flow.h"

#define BUCKETS   1024u
#define DEPTH_MAX 4096u /* entries without a return that a thread keeps: then all of them are forgotten */

struct frame {
	const struct dtrace_probedesc *probe;
	uint64_t time;
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

static void push(struct thread **link, uint64_t number, uint32_t cpu, const struct dtrace_probedesc *probe,
		 uint64_t time)
{
	struct thread *thread = *link;

	if (!thread) {
		thread = *link = calloc(1, sizeof(*thread));
		if (!thread)
			return;
		thread->number = number;
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
	thread->frames[thread->count++] = (struct frame){ probe, time };
}

/* The time of the entry; *link is gone when the thread has no entries left. */
static int64_t pop(struct thread **link, const struct dtrace_probedesc *probe, uint64_t time)
{
	struct thread *thread = *link;
	int64_t elapsed = -1;

	for (size_t i = thread ? thread->count : 0; i > 0; i--) {
		if (!is_same_function(thread->frames[i - 1].probe, probe))
			continue;
		elapsed = (int64_t)(time - thread->frames[i - 1].time);
		thread->count = i - 1;
		break;
	}
	if (thread && thread->count == 0) {
		*link = thread->next;
		free(thread->frames);
		free(thread);
	}
	return elapsed;
}

int64_t ldt_flow_note(struct ldt_flow **flow, uint64_t thread, uint32_t cpu, const struct dtrace_probedesc *probe,
		      bool is_return, uint64_t time)
{
	struct thread **link;

	if (!*flow)
		*flow = calloc(1, sizeof(**flow));
	if (!*flow)
		return -1;
	cpu = thread == 0 ? cpu : 0;
	link = find_thread(*flow, thread, cpu);
	if (is_return)
		return pop(link, probe, time);
	push(link, thread, cpu, probe, time);
	return -1;
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

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/flow.c - the lines of -F: which entry a return belongs to, and how deep it is, thread by thread. */
#include <stdlib.h>
#include <string.h>

#include "consumer/flow.h"

#define BUCKETS     1024u
#define DEPTH_MAX   4096u  /* entries without a return that a thread keeps: then all of them are forgotten */
#define THREADS_MAX 16384u /* threads that are kept: then the half of which nothing was seen for longest is forgotten */

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
	uint64_t last; /* struct ldt_flow.firings, at its last one */
	struct thread *next;
};

struct ldt_flow {
	struct thread *buckets[BUCKETS];
	size_t thread_count;
	uint64_t firings;
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

/* *@link becomes the next one. */
static void forget(struct ldt_flow *flow, struct thread **link)
{
	struct thread *thread = *link;

	*link = thread->next;
	free(thread->frames);
	free(thread);
	flow->thread_count--;
}

static int compare_last(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

/* @fn for each of them, with its link; it returns whether it has forgotten it. */
static void each_thread(struct ldt_flow *flow, bool (*fn)(struct ldt_flow *flow, struct thread **link, void *arg),
			void *arg)
{
	for (size_t i = 0; i < BUCKETS; i++) {
		struct thread **link = &flow->buckets[i];

		while (*link) {
			if (!fn(flow, link, arg))
				link = &(*link)->next;
		}
	}
}

static bool note_last(struct ldt_flow *flow, struct thread **link, void *arg)
{
	uint64_t **end = arg;

	*(*end)++ = (*link)->last;
	return false;
}

static bool forget_before(struct ldt_flow *flow, struct thread **link, void *arg)
{
	bool old = (*link)->last < *(const uint64_t *)arg;

	if (old)
		forget(flow, link);
	return old;
}

/*
 * A thread that ends inside of a function has no return that would end its entries, and nothing says that it has ended.
 * Without memory all are kept.
 */
static void forget_oldest(struct ldt_flow *flow)
{
	uint64_t *lasts = malloc(flow->thread_count * sizeof(*lasts)), *end = lasts;

	if (!lasts)
		return;
	each_thread(flow, note_last, &end);
	qsort(lasts, flow->thread_count, sizeof(*lasts), compare_last);
	each_thread(flow, forget_before, &lasts[flow->thread_count / 2]);
	free(lasts);
}

/* Without memory the entry is not kept. */
static void push(struct ldt_flow *flow, struct thread **link, const struct ldt_flow_firing *firing, uint32_t cpu)
{
	struct thread *thread = *link;

	if (!thread && flow->thread_count >= THREADS_MAX) {
		forget_oldest(flow);
		link = find_thread(flow, firing->thread, cpu);
	}

	if (!thread) {
		thread = *link = calloc(1, sizeof(*thread));
		if (!thread)
			return;
		thread->number = firing->thread;
		thread->cpu = cpu;
		flow->thread_count++;
	}
	thread->last = flow->firings;
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
static void pop(struct ldt_flow *flow, struct thread **link, const struct ldt_flow_firing *firing,
		struct ldt_flow_line *ret)
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
	thread->last = flow->firings;
	if (thread->count == 0)
		forget(flow, link);
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
	(*flow)->firings++;
	link = find_thread(*flow, firing->thread, cpu);
	if (*link)
		ret->depth = (uint32_t)(*link)->count;
	if (firing->kind == DTRACEFLOW_ENTRY)
		push(*flow, link, firing, cpu);
	else if (firing->kind == DTRACEFLOW_RETURN && *link && (*link)->count > 0)
		pop(*flow, link, firing, ret);
}

static bool forget_any(struct ldt_flow *flow, struct thread **link, void *arg)
{
	forget(flow, link);
	return true;
}

void ldt_flow_free(struct ldt_flow *flow)
{
	if (flow)
		each_thread(flow, forget_any, NULL);
	free(flow);
}

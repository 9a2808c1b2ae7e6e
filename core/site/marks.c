/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * marks.c - executions that begin again: the probes of a site have fired, its instruction is still to
 * be executed, because a signal came first, or memory had to be brought in. The next trap of the
 * thread there is silent.
 *
 * Theory. A thread is marked with the site and its stack pointer. Meanwhile a signal's handler may
 * execute any code of the program, the same site too: deeper in the stack, or on a stack of its own.
 * So a mark holds until the thread is at the site again with this stack pointer. It is dropped when
 * the thread is found higher up in the same stack: a handler has left by longjmp(), and the
 * instruction will not be executed.
 *
 * A thread's marks are in one row of a table of fixed size, found by the thread's number. Only the
 * thread itself, or who looks at it while it does not run, changes them. Where a row is full the
 * execution is not marked, and fires a second time: that is counted.
 */
#include "core/site/marks.h"

struct dt_marks *dt_marks_create(void)
{
	return os_alloc(sizeof(struct dt_marks));
}

void dt_marks_destroy(struct dt_marks *marks)
{
	os_free(marks);
}

DT_PROBE_INLINE struct dt_mark *row_of(struct dt_marks *marks, uint32_t thread)
{
	/* the middle bits of a product depend on all of the number's (Knuth, TAOCP 3, 6.4) */
	uint32_t hash = thread * 0x9e3779b1u;

	return &marks->marks[(hash >> 16) % DT_MARK_ROWS * DT_MARK_ROW];
}

DT_PROBE_INLINE void drop(struct dt_marks *marks, struct dt_mark *mark)
{
	DT_STORE_RELEASE(&mark->thread, 0);
	__atomic_fetch_sub(&marks->count, 1, __ATOMIC_RELAXED);
}

DT_PROBE_INLINE bool on_own_stack(const struct dt_user_thread *thread, uint64_t sp)
{
	return sp - thread->stack_start < thread->stack_end - thread->stack_start;
}

/* The code that was marked has been left: the thread is above it, or in the stack below its handlers'. */
DT_PROBE_INLINE bool is_left(const struct dt_mark *mark, bool own_stack, uint64_t sp)
{
	return own_stack == mark->own_stack ? sp > mark->sp : mark->own_stack;
}

DT_PROBE_CTX void dt_mark_add(struct dt_marks *marks, const struct dt_user_thread *thread, uint32_t serial, uint64_t sp)
{
	struct dt_mark *mark = row_of(marks, thread->id), *end = mark + DT_MARK_ROW;
	uint32_t none;

	for (; mark < end; mark++) {
		none = 0;
		if (DT_READ_ONCE(mark->thread) != 0 ||
		    !__atomic_compare_exchange_n(&mark->thread, &none, thread->id, false, __ATOMIC_ACQUIRE,
						 __ATOMIC_RELAXED))
			continue;
		mark->sp = sp;
		mark->serial = serial;
		mark->own_stack = on_own_stack(thread, sp);
		__atomic_fetch_add(&marks->count, 1, __ATOMIC_RELAXED);
		return;
	}
	__atomic_fetch_add(&marks->lost, 1, __ATOMIC_RELAXED);
}

DT_PROBE_CTX bool dt_mark_take(struct dt_marks *marks, const struct dt_user_thread *thread, uint32_t serial,
			       uint64_t sp)
{
	struct dt_mark *mark = row_of(marks, thread->id), *end = mark + DT_MARK_ROW;
	bool own_stack = on_own_stack(thread, sp), taken = false;

	if (DT_LIKELY(!dt_marks_any(marks)))
		return false;
	for (; mark < end; mark++) {
		if (DT_READ_ONCE(mark->thread) != thread->id)
			continue;
		if (mark->serial == serial && mark->sp == sp) {
			taken = true;
			drop(marks, mark);
		} else if (is_left(mark, own_stack, sp)) {
			drop(marks, mark);
		}
	}
	return taken;
}

DT_PROBE_CTX void dt_marks_forget(struct dt_marks *marks, uint32_t thread)
{
	struct dt_mark *mark = row_of(marks, thread), *end = mark + DT_MARK_ROW;

	if (!dt_marks_any(marks))
		return;
	for (; mark < end; mark++) {
		if (DT_READ_ONCE(mark->thread) == thread)
			drop(marks, mark);
	}
}

unsigned long dt_marks_lost(const struct dt_marks *marks)
{
	return DT_READ_ONCE(marks->lost);
}

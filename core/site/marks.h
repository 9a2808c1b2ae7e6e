/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* marks.h - threads of a process whose next trap at a site is silent (marks.c). */
#ifndef CORE_SITE_MARKS_H
#define CORE_SITE_MARKS_H

#include "core/entry.h"
#include "core/site/site.h"

#define DT_MARK_ROWS 64u
#define DT_MARK_ROW  8u

struct dt_mark {
	uint32_t thread; /* [A] 0: free */
	uint32_t serial; /* of the site */
	uint64_t sp;
	bool own_stack; /* sp is in the stack of its handlers */
};

struct dt_marks {
	uint32_t count; /* [A] */
	unsigned long lost;
	struct dt_mark marks[DT_MARK_ROWS * DT_MARK_ROW];
};

/* dt_marks_create / destroy - no thread is marked. Return: NULL without memory. Context: process. */
struct dt_marks *dt_marks_create(void);
void dt_marks_destroy(struct dt_marks *marks);

/* dt_mark_add - the thread has fired at a site, and begins there again. Context: probe context. */
void dt_mark_add(struct dt_marks *marks, const struct dt_user_thread *thread, uint32_t serial, uint64_t sp);

/* dt_marks_any - whether any thread is marked: where none is dt_mark_take() need not be called. Context: any. */
DT_PROBE_INLINE bool dt_marks_any(const struct dt_marks *marks)
{
	return DT_READ_ONCE(marks->count) != 0;
}

/*
 * dt_mark_take - the thread has trapped at a site: whether it has fired there already. It is not
 * marked with that any more, nor with executions that it has left for good.
 * args:    @serial of the site; @sp its stack pointer.
 * context: probe context.
 */
bool dt_mark_take(struct dt_marks *marks, const struct dt_user_thread *thread, uint32_t serial, uint64_t sp);

/* dt_marks_forget - all of a thread that ends. Context: probe context. */
void dt_marks_forget(struct dt_marks *marks, uint32_t thread);

/* dt_marks_lost - executions that could not be marked: they have fired twice. Context: any. */
unsigned long dt_marks_lost(const struct dt_marks *marks);

#endif

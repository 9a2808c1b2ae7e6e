/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * watch.c - who waits for whom. watch.h has the theory.
 *
 * Sections: news; what is told by the system; consumers; watches; the report.
 */
#include "core/watch/watch.h"

#include "base/errno.h"
#include "base/memory.h"
#include "base/report.h"
#include "core/entry.h"
#include "core/watch/places.h"
#include "os/os.h"
#include "os/process.h"

#define NAMED_MAX    256u  /* processes that a consumer has named */
#define AGAIN_MAX    256u  /* memories that are to be told of with their next mapping */
#define NEWS_MAX     1024u /* of one watch */
#define PARENTS      64u   /* how far back descent is looked at */
#define PATIENCE_MAX 10000000000ull

/* A process that waits. [H] */
struct hold {
	struct os_event released;
	uint32_t open;     /* news that have not been answered */
	uint64_t patience; /* ns */
};

/* [H] */
struct news {
	struct news *next;
	struct hold *hold; /* NULL: nobody waits */
	uint64_t number, memory;
	uint64_t asks; /* how often the consumer had asked by then */
	uint32_t pid;
	uint32_t count;
	bool is_taken; /* the consumer has it, and will answer */
	bool is_all;   /* the consumer should look at all that is mapped */
	bool is_gone;  /* its memory has gone, and the number may be another one's: nothing is remembered of it */
	uint64_t starts[DTRACE_NEWS_STARTS];
	struct dt_place places[DTRACE_NEWS_STARTS];
};

struct named {
	uint64_t memory;
	uint32_t pid;
};

struct dt_watch {
	struct dt_watch *next; /* [H] */
	struct os_event event; /* there is news that was not taken */
	bool is_on;            /* [H] */
	bool all;              /* [H] */
	bool is_slow;          /* [H] it has not asked since a process began to wait, and waited in vain */
	uint32_t self;         /* the consumer's process. Constant */
	uint64_t asks;         /* [H] how often it has asked for news */
	uint64_t patience;     /* [H] */
	struct named named[NAMED_MAX];
	uint32_t named_count; /* [H] */
	uint64_t again[AGAIN_MAX];
	uint32_t again_count; /* [H] */
	struct news *first, **last;
	uint32_t news_count;      /* [H] */
	uint64_t last_number;     /* [H] */
	uint64_t late, missed;    /* [H] processes that went on: after having waited, without having waited */
	struct dt_places *places; /* [H] */
};

static struct os_mutex_kind begin_kind = { "watches begin" }, hold_kind = { "watches" };
static struct os_mutex begin_lock, hold_lock;
static struct dt_watch *watches; /* [H] those that are on */
static unsigned int watch_count; /* [B] */
/* [H] of all watches since the module was loaded */
static struct {
	uint64_t told, held, answered, late, missed, killed;
	uint32_t waiting;
} counts;

/* ---- news ------------------------------------------------------------------------------------ */

static void event_update(struct dt_watch *watch)
{
	const struct news *news = watch->first;

	while (news && news->is_taken)
		news = news->next;
	if (news)
		os_event_set(&watch->event);
	else
		os_event_clear(&watch->event);
}

static void news_remove(struct dt_watch *watch, struct news *news)
{
	struct news **link = &watch->first;

	while (*link != news)
		link = &(*link)->next;
	*link = news->next;
	if (!news->next)
		watch->last = link;
	watch->news_count--;
	os_free(news);
}

/* One that nobody waits for and nobody has taken yet serves for several changes of a memory. */
static struct news *news_idle(const struct dt_watch *watch, uint64_t memory)
{
	struct news *news = watch->first;

	while (news && (news->memory != memory || news->is_gone || news->is_taken || news->hold))
		news = news->next;
	return news;
}

static struct news *news_add(struct dt_watch *watch, uint64_t memory, uint32_t pid)
{
	struct news *news = watch->news_count < NEWS_MAX ? os_alloc(sizeof(*news)) : NULL;

	if (!news)
		return NULL;
	news->number = ++watch->last_number;
	news->memory = memory;
	news->asks = watch->asks;
	news->pid = pid;
	*watch->last = news;
	watch->last = &news->next;
	watch->news_count++;
	return news;
}

/* It was answered, or its process waits no longer. */
static void hold_release(struct news *news)
{
	if (news->hold && --news->hold->open == 0)
		os_event_set(&news->hold->released);
	news->hold = NULL;
}

/* ---- what is told by the system -------------------------------------------------------------- */

static bool has_named_pid(const struct dt_watch *watch, uint32_t pid)
{
	uint32_t i;

	for (i = 0; i < watch->named_count; i++) {
		if (watch->named[i].pid == pid)
			return true;
	}
	return false;
}

static bool is_meant(const struct dt_watch *watch, uint64_t memory, uint32_t pid)
{
	uint32_t i;

	for (i = 0; i < watch->named_count; i++) {
		if (watch->named[i].memory == memory)
			return true;
	}
	for (i = 0; watch->all && pid && i < PARENTS; i++) {
		if (pid == watch->self || has_named_pid(watch, pid))
			return pid != watch->self;
		pid = os_process_parent(pid);
	}
	return watch->all;
}

/* Whether the memory was to be told of again; it is not any more. */
static bool again_take(struct dt_watch *watch, uint64_t memory)
{
	uint32_t i;

	for (i = 0; i < watch->again_count; i++) {
		if (watch->again[i] != memory)
			continue;
		watch->again[i] = watch->again[--watch->again_count];
		return true;
	}
	return false;
}

static void again_update(void)
{
	const struct dt_watch *watch;
	bool any = false;

	for (watch = watches; watch; watch = watch->next)
		any |= watch->again_count > 0;
	os_memory_watch_data(any);
}

/*
 * The places that the watch does not know, into @news, or, without it, only whether there are any. When there are
 * more than it has room for, the others stay unknown.
 */
static bool unknown_places(const struct dt_watch *watch, uint64_t memory, const struct os_mapping *mappings,
			   size_t count, struct news *news)
{
	struct dt_place plain, seen;
	bool any = false;
	size_t i;

	for (i = 0; i < count; i++) {
		plain = dt_place_of(&mappings[i]);
		seen = dt_place_seen(&plain, memory, mappings[i].start);
		if (dt_places_has(watch->places, &plain) || dt_places_has(watch->places, &seen))
			continue;
		any = true;
		if (!news)
			break;
		if (news->count == DTRACE_NEWS_STARTS) {
			news->is_all = true;
			break;
		}
		news->starts[news->count] = mappings[i].start;
		news->places[news->count++] = seen;
	}
	return any;
}

/* What is told of a memory, for one watch. @hold is NULL: the process does not wait. */
static void watch_tell(struct dt_watch *watch, uint64_t memory, uint32_t pid, const struct os_mapping *mappings,
		       size_t count, struct hold *hold)
{
	bool again = again_take(watch, memory);
	bool waits = hold && !watch->is_slow;
	struct news *news = waits ? NULL : news_idle(watch, memory);

	if (!again && !unknown_places(watch, memory, mappings, count, NULL))
		return;
	if (!waits) {
		watch->missed++;
		counts.missed++;
	}
	if (!news)
		news = news_add(watch, memory, pid);
	if (!news) {
		watch->missed += waits;
		counts.missed += waits;
		return;
	}
	news->count = 0;
	news->is_all |= again;
	unknown_places(watch, memory, mappings, count, news);
	if (waits) {
		news->hold = hold;
		hold->open++;
		hold->patience = DT_MAX(hold->patience, watch->patience);
	}
	event_update(watch);
}

static void *mapped(uint64_t memory, uint32_t pid, const struct os_mapping *mappings, size_t count, enum os_mapped when)
{
	struct hold *hold = when == OS_MAPPED_NOW ? os_alloc(sizeof(*hold)) : NULL;
	struct dt_watch *watch;

	if (hold)
		os_event_init(&hold->released);
	os_mutex_lock(&hold_lock);
	counts.told++;
	for (watch = watches; watch; watch = watch->next) {
		if (is_meant(watch, memory, pid))
			watch_tell(watch, memory, pid, mappings, count, hold);
	}
	again_update();
	if (hold && hold->open == 0) {
		os_free(hold);
		hold = NULL;
	}
	counts.held += hold != NULL;
	counts.waiting += hold != NULL;
	os_mutex_unlock(&hold_lock);
	return hold;
}

/* The process goes on although the watch has not answered. After @error: 0: another one has not either. */
static void give_up(struct dt_watch *watch, const struct hold *hold, int error)
{
	struct news *news, *next;

	for (news = watch->first; news; news = next) {
		next = news->next;
		if (news->hold != hold)
			continue;
		news->hold = NULL;
		if (error == -OS_EINTR) {
			news_remove(watch, news); /* it is about to end */
			continue;
		}
		watch->late++;
		counts.late++;
		watch->is_slow |= news->asks == watch->asks;
	}
	event_update(watch);
}

static void wait(void *what)
{
	struct hold *hold = what;
	int error = os_event_wait(&hold->released, hold->patience);
	struct dt_watch *watch;

	os_mutex_lock(&hold_lock);
	if (hold->open > 0) {
		for (watch = watches; watch; watch = watch->next)
			give_up(watch, hold, error);
		counts.killed += error == -OS_EINTR;
	} else {
		counts.answered++;
	}
	counts.waiting--;
	os_mutex_unlock(&hold_lock);
	os_free(hold);
}

/* What was not taken is of no use any more. */
static void news_forget(struct dt_watch *watch, uint64_t memory)
{
	struct news *news, *next;

	for (news = watch->first; news; news = next) {
		next = news->next;
		if (news->memory != memory)
			continue;
		news->is_gone = true;
		if (!news->is_taken && !news->hold)
			news_remove(watch, news);
	}
	event_update(watch);
}

static void gone(uint64_t memory)
{
	struct dt_watch *watch;

	os_mutex_lock(&hold_lock);
	for (watch = watches; watch; watch = watch->next) {
		dt_places_forget(watch->places, memory);
		news_forget(watch, memory);
		again_take(watch, memory);
	}
	again_update();
	os_mutex_unlock(&hold_lock);
}

static const struct os_memory_watcher watcher = { .mapped = mapped, .wait = wait, .gone = gone };

/* ---- consumers ------------------------------------------------------------------------------- */

static void again_add(struct dt_watch *watch, uint64_t memory)
{
	if (watch->again_count == AGAIN_MAX) {
		watch->missed++;
		counts.missed++;
		return;
	}
	watch->again[watch->again_count++] = memory;
	again_update();
}

static void answer(struct dt_watch *watch, const struct dtrace_news *said)
{
	struct news *news = watch->first;
	struct dt_place plain;
	uint32_t i;

	while (news && news->number != said->answered)
		news = news->next;
	if (!news || !news->is_taken)
		return;
	for (i = 0; i < news->count; i++) {
		plain = news->places[i];
		plain.memory = plain.start = 0;
		if (said->plain & 1ull << i)
			dt_places_add(watch->places, &plain);
		else if (!news->is_gone)
			dt_places_add(watch->places, &news->places[i]);
	}
	if (said->flags & DTRACE_NEWSF_AGAIN && !news->is_gone)
		again_add(watch, news->memory);
	hold_release(news);
	news_remove(watch, news);
}

/* The first that was not taken, to the consumer. */
static void take(struct dt_watch *watch, struct dtrace_news *ret)
{
	struct news *news = watch->first;

	while (news && news->is_taken)
		news = news->next;
	if (!news)
		return;
	news->is_taken = true;
	ret->number = news->number;
	ret->pid = news->pid;
	ret->count = news->count;
	ret->flags = (news->hold ? DTRACE_NEWSF_WAITS : 0) | (news->is_all ? DTRACE_NEWSF_ALL : 0);
	dt_memcpy(ret->starts, news->starts, sizeof(ret->starts));
}

int dt_watch_next(struct dt_watch *watch, struct dtrace_news *said)
{
	if (said->flags & ~DTRACE_NEWSF_AGAIN || (!said->answered && (said->flags || said->plain)))
		return -OS_EINVAL;
	os_mutex_lock(&hold_lock);
	watch->is_slow = false;
	watch->asks++;
	if (said->answered)
		answer(watch, said);
	dt_memset(said, 0, sizeof(*said));
	take(watch, said);
	said->late = watch->late;
	said->missed = watch->missed;
	event_update(watch);
	os_mutex_unlock(&hold_lock);
	return 0;
}

struct os_event *dt_watch_event(struct dt_watch *watch)
{
	return &watch->event;
}

static void patience_set(struct dt_watch *watch, uint64_t patience)
{
	watch->patience = DT_MIN(patience ? patience : DTRACE_WATCH_PATIENCE, PATIENCE_MAX);
}

void dt_watch_all(struct dt_watch *watch, uint64_t patience)
{
	os_mutex_lock(&hold_lock);
	watch->all = true;
	patience_set(watch, patience);
	os_mutex_unlock(&hold_lock);
}

int dt_watch_memory(struct dt_watch *watch, uint64_t memory, uint32_t pid, uint64_t patience)
{
	int error = -OS_ENOSPC;
	uint32_t i = 0;

	os_mutex_lock(&hold_lock);
	while (i < watch->named_count && watch->named[i].memory != memory)
		i++;
	if (i < NAMED_MAX) {
		watch->named[i] = (struct named){ memory, pid };
		watch->named_count = DT_MAX(watch->named_count, i + 1);
		error = 0;
	}
	patience_set(watch, patience);
	os_mutex_unlock(&hold_lock);
	return error;
}

/* ---- watches --------------------------------------------------------------------------------- */

static int watch_start(struct dt_watch *watch)
{
	int error = 0;

	os_mutex_lock(&begin_lock);
	if (watch_count == 0)
		error = os_memory_watch(&watcher);
	if (!error) {
		watch_count++;
		os_mutex_lock(&hold_lock);
		watch->is_on = true;
		watch->next = watches;
		watches = watch;
		os_mutex_unlock(&hold_lock);
	}
	os_mutex_unlock(&begin_lock);
	return error;
}

int dt_watch_begin(struct dt_watch **ret)
{
	struct dt_watch *watch = os_alloc(sizeof(*watch));
	int error = -OS_ENOMEM;

	if (!watch)
		return error;
	os_event_init(&watch->event);
	watch->last = &watch->first;
	watch->self = os_process_number();
	watch->places = dt_places_create();
	if (watch->places)
		error = watch_start(watch);
	if (error) {
		dt_places_destroy(watch->places);
		os_free(watch);
		return error;
	}
	*ret = watch;
	return 0;
}

static void unlink_watch(struct dt_watch *watch)
{
	struct dt_watch **link = &watches;

	while (*link != watch)
		link = &(*link)->next;
	*link = watch->next;
	while (watch->first) {
		hold_release(watch->first);
		news_remove(watch, watch->first);
	}
	watch->again_count = 0;
	watch->is_on = false;
	os_event_clear(&watch->event);
	again_update();
}

void dt_watch_end(struct dt_watch *watch)
{
	bool was_on;

	os_mutex_lock(&begin_lock);
	os_mutex_lock(&hold_lock);
	was_on = watch->is_on;
	if (was_on)
		unlink_watch(watch);
	os_mutex_unlock(&hold_lock);
	if (was_on && --watch_count == 0)
		os_memory_unwatch(&watcher);
	os_mutex_unlock(&begin_lock);
}

void dt_watch_free(struct dt_watch *watch)
{
	if (!watch)
		return;
	dt_watch_end(watch);
	dt_places_destroy(watch->places);
	os_free(watch);
}

void dt_watches_init(void)
{
	os_mutex_init(&begin_lock, &begin_kind);
	os_mutex_init(&hold_lock, &hold_kind);
}

void dt_watches_fini(void)
{
	os_mutex_fini(&hold_lock);
	os_mutex_fini(&begin_lock);
}

/* ---- the report ------------------------------------------------------------------------------ */

void dt_watches_report(struct dt_report *report)
{
	const struct dt_watch *watch;
	uint32_t on = 0, places = 0, news = 0;

	os_mutex_lock(&hold_lock);
	for (watch = watches; watch; watch = watch->next) {
		on++;
		places += dt_places_count(watch->places);
		news += watch->news_count;
	}
	dt_report_begin(report);
	dt_report_line(report, "watches %u places %u news %u waiting %u", on, places, news, counts.waiting);
	dt_report_line(report, "watches told %llu held %llu answered %llu late %llu missed %llu killed %llu",
		       (unsigned long long)counts.told, (unsigned long long)counts.held,
		       (unsigned long long)counts.answered, (unsigned long long)counts.late,
		       (unsigned long long)counts.missed, (unsigned long long)counts.killed);
	report->done = dt_report_end(report);
	os_mutex_unlock(&hold_lock);
}

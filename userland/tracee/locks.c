/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/locks.c - the provider plockstat: which functions of a process acquire and release locks, and how its C
 * library lays a lock out. core/ and the provider know neither.
 *
 * A C library has no symbols for what is inside of these functions, and no notes. But the functions themselves are
 * named, in its dynamic symbols, or in those of a program that is linked statically. Layouts are part of the ABI of
 * each library: programs have initialized locks in them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "engine/engine.h"
#include "isa/isa.h"
#include "tracee/request.h"
#include "tracee/room.h"

/* ---- C libraries ------------------------------------------------------------------------------- */

enum library { LIBRARY_UNKNOWN, LIBRARY_GLIBC, LIBRARY_MUSL };

/* Functions that only one of them has; musl's are the second stages of its start. */
static const struct {
	const char *function;
	enum library library;
} signs[] = {
	{ "gnu_get_libc_version", LIBRARY_GLIBC },
	{ "__libc_setup_tls", LIBRARY_GLIBC },
	{ "__init_libc", LIBRARY_MUSL },
	{ "libc_start_main_stage2", LIBRARY_MUSL },
	{ "__dls2b", LIBRARY_MUSL },
};

static enum library library_of_object(struct ldt_target *target, const struct ldt_object *object)
{
	const struct ldt_functions *functions = ldt_target_functions(target, object);
	const struct ldt_function *all;
	size_t count = 0;

	/* its dynamic symbols have no sign */
	if (strncmp(object->name, "ld-musl-", 8) == 0 || strncmp(object->name, "libc.musl-", 10) == 0)
		return LIBRARY_MUSL;
	all = functions ? ldt_functions_all(functions, &count) : NULL;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; all[i].name && j < DT_ARRAY_SIZE(signs); j++) {
			if (strcmp(all[i].name, signs[j].function) == 0)
				return signs[j].library;
		}
	}
	return LIBRARY_UNKNOWN;
}

/* Of the object itself, or else of the process: functions of the same names may be put before the library's. */
static enum library library_of(struct ldt_target *target, const struct ldt_object *object)
{
	enum library library = library_of_object(target, object);

	for (size_t i = 0; library == LIBRARY_UNKNOWN && (object = ldt_target_object(target, i)) != NULL; i++) {
		if (!object->refused)
			library = library_of_object(target, object);
	}
	return library;
}

/* ---- layouts of locks -------------------------------------------------------------------------- */

#define ANY      UINT32_MAX
#define CHECKED  3 /* glibc: the bits of __kind for PTHREAD_MUTEX_RECURSIVE_NP (1), _ERRORCHECK_NP (2) */
#define ADAPTIVE 3 /* glibc: PTHREAD_MUTEX_ADAPTIVE_NP, in the low bits of __kind */
#define KINDS    0x7f
#define ALL      0x7fffffff /* musl: of a reader/writer lock: a writer holds it */
#define OWNER    0x3fffffff /* musl: of a mutex: bits that are 0 while it is free */

/* pthread_mutex_t: __lock, __count (of a recursive one), __owner; __kind is elsewhere with words of 32 bits. */
static void glibc_mutex(const struct isa *isa, struct dtrace_processlock *lock)
{
	bool is_small = isa->word_size == 4;

	lock->size =
		is_small ? 24
			 : 40; /* the least of all CPUs: what follows may be a condition, which is waited for, too */
	lock->tests[DTRACE_LOCKTEST_STATE] = (struct dtrace_locktest){ 4, ANY, 2, ANY };
	lock->tests[DTRACE_LOCKTEST_ADAPTIVE] =
		(struct dtrace_locktest){ is_small ? 12 : 16, KINDS, ADAPTIVE, ADAPTIVE };
	lock->tests[DTRACE_LOCKTEST_HELD] = (struct dtrace_locktest){ 0, ANY, 1, ANY };
	lock->tests[DTRACE_LOCKTEST_CHECKED] = (struct dtrace_locktest){ is_small ? 12 : 16, CHECKED, 1, 2 };
	lock->owner_offset = 8;
	lock->owner_mask = ANY;
}

/* pthread_rwlock_t: __cur_writer is the thread that writes. */
static void glibc_rwlock(const struct isa *isa, struct dtrace_processlock *lock)
{
	bool is_small = isa->word_size == 4;

	lock->size = is_small ? 32 : 56;
	lock->tests[DTRACE_LOCKTEST_STATE] = (struct dtrace_locktest){ is_small ? 28 : 24, ANY, 1, ANY };
}

/* _m_type, _m_lock, ..., _m_count: how often more than once. */
static void musl_mutex(const struct isa *isa, struct dtrace_processlock *lock)
{
	lock->size = isa->word_size == 4 ? 24 : 40;
	lock->tests[DTRACE_LOCKTEST_STATE] = (struct dtrace_locktest){ 20, ANY, 1, ANY };
	lock->tests[DTRACE_LOCKTEST_HELD] = (struct dtrace_locktest){ 4, OWNER, 1, OWNER };
	lock->tests[DTRACE_LOCKTEST_CHECKED] = (struct dtrace_locktest){ 0, 15, 1, 15 };
	lock->owner_offset = 4;
	lock->owner_mask = OWNER;
}

/* _rw_lock: how many read, or all bits. */
static void musl_rwlock(const struct isa *isa, struct dtrace_processlock *lock)
{
	lock->size = isa->word_size == 4 ? 32 : 56;
	lock->tests[DTRACE_LOCKTEST_STATE] = (struct dtrace_locktest){ 0, ALL, ALL, ALL };
}

/* ---- functions --------------------------------------------------------------------------------- */

#define BIT(library) (1u << LIBRARY_##library)
#define BOTH         (BIT(GLIBC) | BIT(MUSL))

/* Results that are no errors, of POSIX threads and of those of C11. */
#define POSIX_QUIET     \
	{               \
		16, 110 \
	} /* EBUSY, ETIMEDOUT */
#define C11_QUIET    \
	{            \
		1, 4 \
	} /* musl's thrd_busy, thrd_timedout */

static const struct lock_function {
	const char *name;
	uint8_t call, argument, quiet[2];
	uint8_t libraries; /* where it is; those that are left out there are made of others */
} functions[] = {
	{ "pthread_mutex_lock", DTRACE_LOCK_MUTEX, 0, POSIX_QUIET, BOTH },
	{ "pthread_mutex_timedlock", DTRACE_LOCK_MUTEX, 0, POSIX_QUIET, BOTH },
	{ "pthread_mutex_clocklock", DTRACE_LOCK_MUTEX, 0, POSIX_QUIET, BOTH },
	{ "pthread_mutex_trylock", DTRACE_LOCK_MUTEX_TRY, 0, POSIX_QUIET, BOTH },
	{ "pthread_mutex_unlock", DTRACE_LOCK_MUTEX_UNLOCK, 0, POSIX_QUIET, BOTH },
	{ "mtx_lock", DTRACE_LOCK_MUTEX, 0, C11_QUIET, BIT(MUSL) },
	{ "mtx_trylock", DTRACE_LOCK_MUTEX_TRY, 0, C11_QUIET, BIT(MUSL) },
	{ "pthread_cond_wait", DTRACE_LOCK_COND_WAIT, 1, POSIX_QUIET, BOTH },
	{ "pthread_cond_timedwait", DTRACE_LOCK_COND_WAIT, 1, POSIX_QUIET, BOTH },
	{ "pthread_cond_clockwait", DTRACE_LOCK_COND_WAIT, 1, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_rdlock", DTRACE_LOCK_READ, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_timedrdlock", DTRACE_LOCK_READ, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_clockrdlock", DTRACE_LOCK_READ, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_tryrdlock", DTRACE_LOCK_READ_TRY, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_wrlock", DTRACE_LOCK_WRITE, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_timedwrlock", DTRACE_LOCK_WRITE, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_clockwrlock", DTRACE_LOCK_WRITE, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_trywrlock", DTRACE_LOCK_WRITE_TRY, 0, POSIX_QUIET, BOTH },
	{ "pthread_rwlock_unlock", DTRACE_LOCK_RW_UNLOCK, 0, POSIX_QUIET, BOTH },
};

/* Whether a probe of the function may have a name that the pattern means. */
static bool has_probe(const struct lock_function *function, const char *pattern)
{
	static const char *const names[] = { "acquire", "release", "block", "blocked", "spin", "spun", "error" };
	static const uint8_t events[DTRACE_LOCK_CALLS] = {
		[DTRACE_LOCK_MUTEX] = 0x7d,     [DTRACE_LOCK_MUTEX_TRY] = 0x41, [DTRACE_LOCK_MUTEX_UNLOCK] = 0x42,
		[DTRACE_LOCK_COND_WAIT] = 0x4f, [DTRACE_LOCK_READ] = 0x4d,      [DTRACE_LOCK_READ_TRY] = 0x41,
		[DTRACE_LOCK_WRITE] = 0x4d,     [DTRACE_LOCK_WRITE_TRY] = 0x41, [DTRACE_LOCK_RW_UNLOCK] = 0x42,
	};
	const char *kind = function->call >= DTRACE_LOCK_READ ? "rw" : "mutex";
	char name[32];

	for (size_t i = 0; i < DT_ARRAY_SIZE(names); i++) {
		snprintf(name, sizeof(name), "%s-%s", kind, names[i]);
		if (events[function->call] >> i & 1 && dt_glob_match(pattern, name))
			return true;
	}
	return !*pattern;
}

static void describe(const struct lock_function *function, enum library library, const struct isa *isa,
		     struct dtrace_processlock *ret)
{
	bool is_rw = function->call >= DTRACE_LOCK_READ;

	memset(ret, 0, sizeof(*ret));
	ret->call = function->call;
	ret->argument = function->argument;
	memcpy(ret->quiet, function->quiet, sizeof(ret->quiet));
	if (library == LIBRARY_GLIBC)
		(is_rw ? glibc_rwlock : glibc_mutex)(isa, ret);
	else
		(is_rw ? musl_rwlock : musl_mutex)(isa, ret);
}

/* ---- sites ------------------------------------------------------------------------------------- */

/* Those of one name, in one object. */
struct gathered {
	struct dtrace_processsite sites[LDT_REQUEST_SITES];
	size_t count;
	const char *refused; /* of one of them; NULL: all are good */
};

static bool gather(void *arg, const struct ldt_site *site)
{
	struct gathered *gathered = arg;
	struct dtrace_processsite *to = &gathered->sites[gathered->count];

	gathered->refused = site->refused;
	if (!site->refused && gathered->count == LDT_REQUEST_SITES)
		gathered->refused = "too-many-sites";
	if (!site->refused && (!site->bytes || site->length == 0 || site->length > sizeof(to->bytes)))
		gathered->refused = "not-text";
	if (gathered->refused)
		return false;
	memset(to, 0, sizeof(*to));
	to->addr = site->addr;
	to->offset = site->offset;
	to->length = (uint8_t)site->length;
	memcpy(to->bytes, site->bytes, site->length);
	to->flags = site->kind == LDT_SITE_ENTRY ? DTRACE_PROCESSF_ENTRY : 0;
	gathered->count++;
	return true;
}

static int by_address(const void *a, const void *b)
{
	const struct dtrace_processsite *first = a, *second = b;

	return first->addr < second->addr ? -1 : first->addr > second->addr;
}

/* Two functions of one name may end in the same third one. An address is an entry, or a return. */
static void sort(struct gathered *gathered)
{
	size_t kept = 0;

	qsort(gathered->sites, gathered->count, sizeof(gathered->sites[0]), by_address);
	for (size_t i = 0; i < gathered->count; i++) {
		if (kept > 0 && gathered->sites[kept - 1].addr == gathered->sites[i].addr)
			gathered->sites[kept - 1].flags |= gathered->sites[i].flags;
		else
			gathered->sites[kept++] = gathered->sites[i];
	}
	gathered->count = kept;
}

/* ---- one process ------------------------------------------------------------------------------- */

/* One lookup. */
struct lookup {
	struct ldt_request request;
	struct ldt_tracee *tracee;
	struct ldt_described *described;
	struct gathered gathered;
	size_t found;
};

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.args = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
};

/* Return: false: no more are wanted. */
static bool tell(struct lookup *lookup, const struct ldt_object *object, const struct lock_function *function,
		 enum library library)
{
	struct ldt_lock_function to = { .module = object->name, .function = function->name };
	struct dtrace_processlock lock;

	lookup->gathered.count = 0;
	lookup->gathered.refused = NULL;
	if (ldt_calls_each(lookup->tracee->target, object, function->name, gather, &lookup->gathered) < 0)
		return true; /* it has none */
	if (lookup->found++ == 0)
		ldt_tracee_take_module(lookup->described, object);
	if (!lookup->gathered.refused && library == LIBRARY_UNKNOWN)
		lookup->gathered.refused = "unknown-libc";
	if (lookup->gathered.refused) {
		ldt_debug(lookup->request.dtp, "%s: %s: no probes of its locks: %s", object->path, function->name,
			  lookup->gathered.refused);
		lookup->request.sites++;
		ldt_request_refuse(&lookup->request, lookup->gathered.refused, 1);
		return true;
	}
	sort(&lookup->gathered);
	describe(function, library, object->isa, &lock);
	to.lock = &lock;
	to.sites = lookup->gathered.sites;
	to.site_count = lookup->gathered.count;
	return ldt_request_lock(&lookup->request, &attributes, &to);
}

/* Whether an object has any of the functions: most have none. */
static bool has_locks(struct ldt_target *target, const struct ldt_object *object)
{
	const struct ldt_functions *all = ldt_target_functions(target, object);
	const struct ldt_function *function;
	size_t count = 0;

	function = all ? ldt_functions_all(all, &count) : NULL;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; function[i].name && j < DT_ARRAY_SIZE(functions); j++) {
			if (strcmp(function[i].name, functions[j].name) == 0)
				return true;
		}
	}
	return false;
}

static bool look_at(void *arg, const struct ldt_object *object)
{
	struct lookup *lookup = arg;
	struct ldt_target *target = lookup->tracee->target;
	const struct dtrace_probedesc *desc = &lookup->described->as_written;
	bool go_on = true;
	enum library library;

	if (!object->refused && lookup->request.means && lookup->request.dtp->tracees->templates)
		ldt_templates_functions(lookup->request.dtp->tracees->templates, target, object);
	if (object->refused || !has_locks(target, object))
		return true;
	library = library_of(target, object);
	for (size_t i = 0; i < DT_ARRAY_SIZE(functions) && go_on; i++) {
		const struct lock_function *function = &functions[i];

		if (library != LIBRARY_UNKNOWN && !(function->libraries >> library & 1))
			continue;
		if ((*desc->function && !dt_glob_match(desc->function, function->name)) ||
		    !has_probe(function, desc->name))
			continue;
		go_on = tell(lookup, object, function, library);
	}
	return go_on;
}

bool ldt_tracee_locks(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
		      const char *module, ldt_tracee_refused_f *refused, void *arg, size_t *found,
		      struct ldt_tracee_error *error)
{
	struct lookup *lookup = calloc(1, sizeof(*lookup));
	bool done;

	*found = 0;
	if (!lookup || !ldt_request_begin(&lookup->request, dtp, tracee->pid, refused, arg)) {
		free(lookup);
		return ldt_tracee_no_memory(tracee->pid, error);
	}
	lookup->tracee = tracee;
	lookup->described = described;
	lookup->request.means = described->is_coming ? &described->as_written : NULL;
	ldt_target_meant(tracee->target, module ? module : described->as_written.module, look_at, lookup);
	ldt_request_end(&lookup->request);
	*found = lookup->found;
	done = !lookup->request.error || ldt_tracee_failed(&lookup->request, error);
	free(lookup);
	return done;
}

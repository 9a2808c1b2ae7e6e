// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * locker - locks that are acquired, released and waited for a known number of times:
 *
 *   locker [ROUNDS [MILLISECONDS]]
 *
 * waits for a line on its input, or its end, does all of it, and ends after a second line. Each wait takes MILLISECONDS at least: the
 * holder lets go so long after it has seen that the other thread sleeps.
 *
 *   plain       ROUNDS * 10 times, nobody else wants it; then tried with success, and ROUNDS times while it is held
 *   recursive   three levels, ROUNDS times
 *   contended   ROUNDS times by the main thread, each time another one waits for it
 *   late        ROUNDS times waited for until the time is up
 *   strict      ROUNDS times acquired by its owner again: EDEADLK; released by somebody else: EPERM
 *   adaptive    as contended, by somebody who spins before
 *   table       read and written ROUNDS times; ROUNDS readers wait for a writer, ROUNDS writers for a reader
 *   guarded     of conditions: waited for ROUNDS times until the time is up, and ROUNDS times until it is signalled
 *
 * Prints "ready", then lines "waited NAME NS" with the sum of the times from before a waiting function was called to after it
 * had returned, for contended, adaptive, read and write, then "waits NUMBER": how often a condition was waited for until it
 * was signalled, then "done". The C library musl has no adaptive mutexes: there it is as contended. Exit status 1, after a line
 * "wrong: ...", when a function returned another value than it should.
 *
 * Compiled as locker-musl, too (toolchains/lib/userland.sh):
 * @@kinds musl
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __GLIBC__
#define KIND_ADAPTIVE PTHREAD_MUTEX_ADAPTIVE_NP
#else
#define KIND_ADAPTIVE PTHREAD_MUTEX_DEFAULT
#endif

#define TRACED __attribute__((noinline, noclone))

static int rounds = 10;
static long milliseconds = 20;
static int failed;

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, contended = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t late = PTHREAD_MUTEX_INITIALIZER, guarded = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive, strict, adaptive;
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;

static void want(const char *what, int got, int wanted)
{
	if (got == wanted)
		return;
	printf("wrong: %s: %d, not %d\n", what, got, wanted);
	failed = 1;
}

static uint64_t now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* So far away that even on a busy machine it has not passed when the library looks: it would not block then. */
static struct timespec soon(void)
{
	uint64_t at = now(CLOCK_REALTIME) + 300 * 1000000;

	return (struct timespec){ (time_t)(at / 1000000000), (long)(at % 1000000000) };
}

static void hold(void)
{
	struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };

	while (nanosleep(&time, &time) == -1)
		;
}

/* ---- one thread ------------------------------------------------------------------------------- */

TRACED void locker_plain(void)
{
	for (int i = 0; i < rounds * 10; i++) {
		want("lock", pthread_mutex_lock(&plain), 0);
		want("unlock", pthread_mutex_unlock(&plain), 0);
	}
	want("trylock", pthread_mutex_trylock(&plain), 0);
	for (int i = 0; i < rounds; i++)
		want("trylock of one that is held", pthread_mutex_trylock(&plain), EBUSY);
	want("unlock", pthread_mutex_unlock(&plain), 0);
}

TRACED void locker_recursive(void)
{
	for (int i = 0; i < rounds; i++) {
		for (int level = 0; level < 3; level++)
			want("recursive lock", pthread_mutex_lock(&recursive), 0);
		for (int level = 0; level < 3; level++)
			want("recursive unlock", pthread_mutex_unlock(&recursive), 0);
	}
}

TRACED void locker_table(void)
{
	for (int i = 0; i < rounds; i++) {
		want("rdlock", pthread_rwlock_rdlock(&table), 0);
		want("unlock of a reader", pthread_rwlock_unlock(&table), 0);
		want("wrlock", pthread_rwlock_wrlock(&table), 0);
		want("unlock of a writer", pthread_rwlock_unlock(&table), 0);
	}
}

TRACED void locker_conditions(void)
{
	for (int i = 0; i < rounds; i++) {
		struct timespec time = soon();

		want("lock", pthread_mutex_lock(&guarded), 0);
		want("wait that is too long", pthread_cond_timedwait(&never, &guarded, &time), ETIMEDOUT);
		want("unlock", pthread_mutex_unlock(&guarded), 0);
	}
}

/* ---- two threads ------------------------------------------------------------------------------ */

enum work { CONTENDED, ADAPTIVE, READ, WRITE, LATE, STRICT, SIGNALLED, END };

static volatile int work, is_at_it; /* what the other thread is to do; it does it */
static uint64_t waited[END];
static volatile int was_signalled;
static int signal_waits;
static pid_t other_tid;

static void *other_thread(void *arg)
{
	other_tid = gettid();
	for (;;) {
		int this_work = __atomic_load_n(&work, __ATOMIC_ACQUIRE);
		struct timespec time;
		uint64_t before;

		if (this_work == -1) {
			usleep(500);
			continue;
		}
		if (this_work == END)
			return arg;
		time = soon();
		before = now(CLOCK_MONOTONIC);
		__atomic_store_n(&is_at_it, 1, __ATOMIC_RELEASE);
		switch (this_work) {
		case CONTENDED:
			want("contended lock", pthread_mutex_lock(&contended), 0);
			break;
		case ADAPTIVE:
			want("adaptive lock", pthread_mutex_lock(&adaptive), 0);
			break;
		case READ:
			want("contended rdlock", pthread_rwlock_rdlock(&table), 0);
			break;
		case WRITE:
			want("contended wrlock", pthread_rwlock_wrlock(&table), 0);
			break;
		case LATE:
			want("timedlock", pthread_mutex_timedlock(&late, &time), ETIMEDOUT);
			break;
		case STRICT:
			want("unlock of another's", pthread_mutex_unlock(&strict), EPERM);
			break;
		default:
			want("lock", pthread_mutex_lock(&guarded), 0);
			while (!was_signalled) {
				want("wait", pthread_cond_wait(&done, &guarded), 0);
				signal_waits++;
			}
			was_signalled = 0;
			want("unlock", pthread_mutex_unlock(&guarded), 0);
		}
		waited[this_work] += now(CLOCK_MONOTONIC) - before;
		if (this_work == CONTENDED)
			pthread_mutex_unlock(&contended);
		else if (this_work == ADAPTIVE)
			pthread_mutex_unlock(&adaptive);
		else if (this_work == READ || this_work == WRITE)
			pthread_rwlock_unlock(&table);
		__atomic_store_n(&work, -1, __ATOMIC_RELEASE);
	}
}

static void begin(enum work which)
{
	__atomic_store_n(&is_at_it, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&work, which, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&is_at_it, __ATOMIC_ACQUIRE))
		usleep(200);
}

static void end(void)
{
	while (__atomic_load_n(&work, __ATOMIC_ACQUIRE) != -1)
		usleep(200);
}

/* The other thread waits: all that it may wait for is the lock. */
static void wait_for_waiter(void)
{
	char path[64], text[256];
	const char *state = NULL;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", other_tid);
	while (!state || state[2] != 'S') {
		FILE *file = fopen(path, "r");

		usleep(200);
		state = file && fgets(text, sizeof(text), file) ? strrchr(text, ')') : NULL;
		if (file)
			fclose(file);
	}
}

TRACED void locker_contended(pthread_mutex_t *mutex, enum work which)
{
	for (int i = 0; i < rounds; i++) {
		pthread_mutex_lock(mutex);
		begin(which);
		wait_for_waiter();
		hold();
		pthread_mutex_unlock(mutex);
		end();
	}
}

TRACED void locker_table_contended(void)
{
	for (int i = 0; i < rounds; i++) {
		pthread_rwlock_wrlock(&table);
		begin(READ);
		wait_for_waiter();
		hold();
		pthread_rwlock_unlock(&table);
		end();
		pthread_rwlock_rdlock(&table);
		begin(WRITE);
		wait_for_waiter();
		hold();
		pthread_rwlock_unlock(&table);
		end();
	}
}

TRACED void locker_errors(void)
{
	for (int i = 0; i < rounds; i++) {
		pthread_mutex_lock(&late);
		begin(LATE);
		end();
		pthread_mutex_unlock(&late);
		pthread_mutex_lock(&strict);
		want("lock again", pthread_mutex_lock(&strict), EDEADLK);
		begin(STRICT);
		end();
		pthread_mutex_unlock(&strict);
	}
}

TRACED void locker_signals(void)
{
	for (int i = 0; i < rounds; i++) {
		begin(SIGNALLED);
		wait_for_waiter();
		pthread_mutex_lock(&guarded);
		was_signalled = 1;
		pthread_cond_signal(&done);
		pthread_mutex_unlock(&guarded);
		end();
	}
}

/* All has been done. */
TRACED void locker_end(void)
{
	__asm__ volatile("" ::: "memory");
}

static void make(pthread_mutex_t *mutex, int type)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, type);
	pthread_mutex_init(mutex, &attributes);
}

int main(int argc, char **argv)
{
	pthread_t thread;
	char line[16];

	setvbuf(stdout, NULL, _IONBF, 0);
	if (argc > 1)
		rounds = atoi(argv[1]);
	if (argc > 2)
		milliseconds = atol(argv[2]);
	make(&recursive, PTHREAD_MUTEX_RECURSIVE);
	make(&strict, PTHREAD_MUTEX_ERRORCHECK);
	make(&adaptive, KIND_ADAPTIVE);
	work = -1;
	want("a thread", pthread_create(&thread, NULL, other_thread, NULL), 0);
	puts("ready");
	if (!fgets(line, sizeof(line), stdin))
		line[0] = '\0';
	locker_plain();
	locker_recursive();
	locker_table();
	locker_conditions();
	locker_contended(&contended, CONTENDED);
	locker_contended(&adaptive, ADAPTIVE);
	locker_table_contended();
	locker_errors();
	locker_signals();
	__atomic_store_n(&work, END, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	locker_end();
	printf("waited contended %" PRIu64 "\nwaited adaptive %" PRIu64 "\nwaited read %" PRIu64
	       "\nwaited write %" PRIu64 "\nwaits %d\ndone\n",
	       waited[CONTENDED], waited[ADAPTIVE], waited[READ], waited[WRITE], signal_waits);
	return !fgets(line, sizeof(line), stdin) && !feof(stdin) ? 1 : failed;
}

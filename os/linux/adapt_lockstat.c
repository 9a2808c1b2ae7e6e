/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapt_lockstat.c - waits for locks, and the arguments of lockstat's probes (spec/providers/lockstat.def).
 *
 * The kernel passes contention_begin when a thread is about to wait, and contention_end when it has
 * the lock or gives up. A mutex passes contention_begin for each of its turns of spinning and of sleeping
 * (lock_waits.h adds them up).
 */
#include <linux/percpu.h>
#include <linux/percpu-rwsem.h>
#include <linux/rwsem.h>
#include <linux/sched.h>

#include "base/glob.h"
#include "os/linux/cpu.h"
#include "os/linux/lock_waits.h"

#include "os/adapter.h"

/* ---- waits ----------------------------------------------------------------------------------- */

/* trace/events/lock.h: what kind of lock it is. Its header cannot be read without its tracepoints. */
#define LOCK_SPINS    1
#define LOCK_READS    2
#define LOCK_WRITES   4
#define LOCK_PERCPU   16
#define LOCK_IS_MUTEX 32

enum kind { KIND_SPIN, KIND_RW_SPIN, KIND_RW, KIND_MUTEX };

/* rw_semaphore.count: bit 0: a writer has it; from bit 8 on: how many readers. The kernel's names are in rwsem.c. */
#define RWSEM_WRITER       1ul
#define RWSEM_READER_SHIFT 8

static struct lock_waits waits;

/* The wait that ends at this moment, for the rows after the one that found it; interrupts are off for all of them. */
struct ending {
	bool is_one;
	long error; /* contention_end's */
	struct lock_wait wait;
};
static DEFINE_PER_CPU(struct ending, ending);

void os_lock_waits_reset(void)
{
	lock_waits_reset(&waits);
}

unsigned long os_lock_waits_lost(void)
{
	return READ_ONCE(waits.lost);
}

DT_PROBE_INLINE enum kind kind_of(u32 flags)
{
	if (!(flags & LOCK_IS_MUTEX) && (flags & (LOCK_READS | LOCK_WRITES)))
		return flags & LOCK_SPINS ? KIND_RW_SPIN : KIND_RW;
	return (flags & LOCK_SPINS) && !(flags & LOCK_IS_MUTEX) ? KIND_SPIN : KIND_MUTEX;
}

#define KIND_READS 0x80 /* beside the kind: for reading */

DT_PROBE_CTX static void who_has_it(struct lock_wait *wait, unsigned long lock, u32 flags)
{
	const struct percpu_rw_semaphore *percpu = (const void *)lock;
	const struct rw_semaphore *sem = (const void *)lock;
	unsigned long count;

	if (flags & LOCK_PERCPU) {
		/* its readers are counted on each CPU */
		wait->is_write_held = (flags & LOCK_READS) || atomic_read(&percpu->block) != 0;
		wait->readers = !wait->is_write_held;
		return;
	}
	count = (unsigned long)atomic_long_read(&sem->count);
	wait->is_write_held = (count & RWSEM_WRITER) != 0;
	/* the sign is a flag: a reader count that has overflowed */
	wait->readers = (count & LONG_MAX) >> RWSEM_READER_SHIFT;
}

/*
 * A spin lock is waited for in a function of its own: the first who waits for a queued lock passes
 * no tracepoint, and on a virtual machine nobody does. So the tracepoints' spin locks are not
 * counted. Keys are the lock's address, but one more, as the tracepoint's own.
 */
#define SPIN_KEY(lock) ((unsigned long)(lock) + 1)

/* queued_spin_lock_slowpath: lock, its word. */
DT_PROBE_CTX bool os_adapt_lockstat_spin_begins(const uint64_t *in, uint64_t *out)
{
	struct lock_wait *wait;

	if (!linux_in_nmi())
		lock_wait_begin(&waits, (unsigned long)current, SPIN_KEY(in[0]), true, os_time_mono(), &wait);
	return false;
}

/* Its return: nothing, lock, its word. */
DT_PROBE_CTX bool os_adapt_lockstat_spin_spun(const uint64_t *in, uint64_t *out)
{
	struct lock_wait wait;

	if (linux_in_nmi() || !lock_wait_end(&waits, (unsigned long)current, SPIN_KEY(in[1]), os_time_mono(), &wait))
		return false;
	out[0] = in[1];
	out[1] = wait.spun;
	return true;
}

/* contention_begin: lock, flags. Never an event by itself. */
DT_PROBE_CTX bool os_adapt_lockstat_wait_begins(const uint64_t *in, uint64_t *out)
{
	unsigned long lock = (unsigned long)in[0];
	struct lock_wait *wait;
	u32 flags = (u32)in[1];

	if (linux_in_nmi() ||
	    !lock_wait_begin(&waits, (unsigned long)current, lock, flags & LOCK_SPINS, os_time_mono(), &wait))
		return false;
	wait->kind = kind_of(flags) | (flags & LOCK_READS ? KIND_READS : 0);
	if (kind_of(flags) == KIND_RW)
		who_has_it(wait, lock, flags);
	return false;
}

/* contention_end: lock, error. It finds the wait for the rows after it. */
DT_PROBE_CTX bool os_adapt_lockstat_wait_ends(const uint64_t *in, uint64_t *out)
{
	struct ending *this = this_cpu_ptr(&ending);

	if (linux_in_nmi())
		return false;
	this->error = (int)in[1];
	this->is_one = lock_wait_end(&waits, (unsigned long)current, (unsigned long)in[0], os_time_mono(), &this->wait);
	return false;
}

/* The wait that ends, when it is of this kind. */
DT_PROBE_CTX static const struct lock_wait *ended(enum kind kind)
{
	const struct ending *this = this_cpu_ptr(&ending);

	return !linux_in_nmi() && this->is_one && (this->wait.kind & ~KIND_READS) == kind ? &this->wait : NULL;
}

DT_PROBE_CTX bool os_adapt_lockstat_adaptive_spun(const uint64_t *in, uint64_t *out)
{
	const struct lock_wait *wait = ended(KIND_MUTEX);

	if (!wait || !wait->has_spun)
		return false;
	out[0] = in[0];
	out[1] = wait->spun;
	return true;
}

DT_PROBE_CTX bool os_adapt_lockstat_adaptive_slept(const uint64_t *in, uint64_t *out)
{
	const struct lock_wait *wait = ended(KIND_MUTEX);

	if (!wait || !wait->has_slept)
		return false;
	out[0] = in[0];
	out[1] = wait->slept;
	return true;
}

/* A signal came while it slept, or waiting would never have ended (wound/wait mutexes). */
DT_PROBE_CTX bool os_adapt_lockstat_gave_up(const uint64_t *in, uint64_t *out)
{
	if (!ended(KIND_MUTEX) || (int)in[1] >= 0)
		return false;
	out[0] = in[0];
	out[1] = -(int)in[1];
	return true;
}

DT_PROBE_CTX bool os_adapt_lockstat_rw_spun(const uint64_t *in, uint64_t *out)
{
	const struct lock_wait *wait = ended(KIND_RW_SPIN);

	if (!wait)
		return false;
	out[0] = in[0];
	out[1] = wait->spun;
	out[2] = (wait->kind & KIND_READS) != 0;
	return true;
}

DT_PROBE_CTX bool os_adapt_lockstat_rw_slept(const uint64_t *in, uint64_t *out)
{
	const struct lock_wait *wait = ended(KIND_RW);

	if (!wait)
		return false;
	out[0] = in[0];
	out[1] = wait->slept;
	out[2] = (wait->kind & KIND_READS) != 0;
	out[3] = wait->is_write_held;
	out[4] = wait->readers;
	return true;
}

/* ---- locks that are got and released --------------------------------------------------------- */

/*
 * Returns: the value, and the function's arguments. Entries: the arguments. The first one is the lock.
 * Whether it is for reading is the second word: it is 0 before an adapter is called, so those of writers
 * are those of locks that have no readers.
 */

DT_PROBE_CTX bool os_adapt_lockstat_got(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	return true;
}

DT_PROBE_CTX bool os_adapt_lockstat_got_zero(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	return (int)in[0] == 0;
}

DT_PROBE_CTX bool os_adapt_lockstat_got_one(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	return (int)in[0] != 0;
}

DT_PROBE_CTX bool os_adapt_lockstat_got_read(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	out[1] = 1;
	return true;
}

DT_PROBE_CTX bool os_adapt_lockstat_got_read_zero(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	out[1] = 1;
	return (int)in[0] == 0;
}

DT_PROBE_CTX bool os_adapt_lockstat_got_read_one(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	out[1] = 1;
	return (int)in[0] != 0;
}

DT_PROBE_CTX bool os_adapt_lockstat_released(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	return true;
}

DT_PROBE_CTX bool os_adapt_lockstat_released_read(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	out[1] = 1;
	return true;
}

/* ---- functions of locks ---------------------------------------------------------------------- */

/* Before which `caller` is: functions that lock, wait and unlock, and what passes their tracepoints on. */
static const char *const lock_functions[] = {
	"_raw_spin_*",
	"_raw_read_*",
	"_raw_write_*",
	"raw_spin_rq_*",
	"do_raw_spin_*",
	"do_raw_read_*",
	"do_raw_write_*",
	"queued_*_slowpath",
	"native_queued_spin_*",
	"__pv_queued_spin_*",
	"mutex_*lock*",
	"__mutex_*",
	"mutex_spin_on_owner*",
	"mutex_optimistic_spin*",
	"ww_mutex_*",
	"__ww_mutex_*",
	"osq_*lock",
	"down",
	"down_*",
	"__down*",
	"___down*",
	"up",
	"up_read*",
	"up_write*",
	"__up*",
	"downgrade_write*",
	"rwsem_*",
	"__rwsem_*",
	"percpu_down_*",
	"percpu_up_*",
	"__percpu_down_*",
	"__percpu_up_*",
	"percpu_rwsem_*",
	"rt_mutex_*",
	"__rt_mutex_*",
	"__traceiter_contention_*",
	"__bpf_trace_contention_*", /* this and the next: i386 (compat/tracepoint_slots.c) */
	"bpf_trace_run*",
};

bool os_lock_function(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lock_functions); i++) {
		if (dt_glob_match(lock_functions[i], name))
			return true;
	}
	return false;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lock_events.c - what a call of a function of locks means: its events. locks.h has the theory. */
#include "base/memory.h"
#include "providers/pid/locks.h"

/* Results of functions of POSIX threads, of all CPUs of Linux. */
#define RESULT_TIMED_OUT  110 /* ETIMEDOUT */
#define RESULT_OWNER_DEAD 130 /* EOWNERDEAD: its last owner has ended, and it is the caller's now */

/* Operations of futex(2). */
#define FUTEX_OPERATION   0x7fu
enum { FUTEX_WAIT = 0, FUTEX_LOCK_PI = 6, FUTEX_WAIT_BITSET = 9, FUTEX_LOCK_PI2 = 13 };

/* ---- which events a function has --------------------------------------------------------------- */

#define BIT(event) (1u << PID_LOCK_##event)
#define WAITING    (BIT(ACQUIRE) | BIT(BLOCK) | BIT(BLOCKED) | BIT(ERROR))

static const uint8_t events_of[DTRACE_LOCK_CALLS] = {
	[DTRACE_LOCK_MUTEX] = WAITING | BIT(SPIN) | BIT(SPUN),
	[DTRACE_LOCK_MUTEX_TRY] = BIT(ACQUIRE) | BIT(ERROR),
	[DTRACE_LOCK_MUTEX_UNLOCK] = BIT(RELEASE) | BIT(ERROR),
	[DTRACE_LOCK_COND_WAIT] = WAITING | BIT(RELEASE),
	[DTRACE_LOCK_READ] = WAITING,
	[DTRACE_LOCK_READ_TRY] = BIT(ACQUIRE) | BIT(ERROR),
	[DTRACE_LOCK_WRITE] = WAITING,
	[DTRACE_LOCK_WRITE_TRY] = BIT(ACQUIRE) | BIT(ERROR),
	[DTRACE_LOCK_RW_UNLOCK] = BIT(RELEASE) | BIT(ERROR),
};

bool pid_lock_has(const struct pid_lock *lock, enum pid_lock_event_kind event)
{
	if ((event == PID_LOCK_SPIN || event == PID_LOCK_SPUN) && !lock->how.tests[DTRACE_LOCKTEST_ADAPTIVE].mask)
		return false;
	return events_of[lock->how.call] & 1u << event;
}

const char *pid_lock_event_name(const struct pid_lock *lock, enum pid_lock_event_kind event)
{
	static const char *const of_mutexes[] = {
		[PID_LOCK_ACQUIRE] = "mutex-acquire", [PID_LOCK_RELEASE] = "mutex-release",
		[PID_LOCK_BLOCK] = "mutex-block",     [PID_LOCK_BLOCKED] = "mutex-blocked",
		[PID_LOCK_SPIN] = "mutex-spin",       [PID_LOCK_SPUN] = "mutex-spun",
		[PID_LOCK_ERROR] = "mutex-error",
	};
	static const char *const of_rwlocks[PID_LOCK_EVENTS] = {
		[PID_LOCK_ACQUIRE] = "rw-acquire", [PID_LOCK_RELEASE] = "rw-release", [PID_LOCK_BLOCK] = "rw-block",
		[PID_LOCK_BLOCKED] = "rw-blocked", [PID_LOCK_ERROR] = "rw-error",
	};

	return lock->is_rw ? of_rwlocks[event] : of_mutexes[event];
}

/* ---- firing ------------------------------------------------------------------------------------ */

DT_PROBE_INLINE bool is_wanted(const struct pid_lock *lock, enum pid_lock_event_kind event)
{
	return DT_READ_ONCE(lock->events[event].probe) != NULL;
}

/* @first and @second follow the lock's address, of which the event has @count. */
DT_PROBE_CTX static void fire(struct pid_lock *lock, enum pid_lock_event_kind event, struct dt_firing *firing,
			      uint64_t addr, unsigned int count, uint64_t first, uint64_t second)
{
	struct dt_probe *probe = DT_READ_ONCE(lock->events[event].probe);
	DT_UNINITIALIZED uint64_t args[3];

	if (!probe)
		return;
	args[0] = addr;
	args[1] = first;
	args[2] = second;
	firing->args = args;
	firing->arg_count = 1 + count;
	dt_probe_fire_masked(probe, firing);
}

DT_PROBE_CTX static bool is_true(const struct pid_lock *lock, enum dtrace_lock_tests which, uint64_t addr)
{
	const struct dtrace_locktest *test = &lock->how.tests[which];
	const struct isa_mem *memory = lock->process->space->memory;
	uint32_t word;

	if (!test->mask || memory->load(memory->arg, addr + test->offset, &word, sizeof(word)) != 0)
		return false;
	word &= test->mask;
	return word >= test->least && word <= test->most;
}

/* Of a release: a reader/writer lock says who holds it; a wait for a condition gives it up altogether. */
DT_PROBE_CTX static bool state_of(const struct pid_lock *lock, uint64_t addr)
{
	return lock->how.call != DTRACE_LOCK_COND_WAIT && is_true(lock, DTRACE_LOCKTEST_STATE, addr);
}

/* Those that only say whether it has worked: blocked, spun. */
DT_PROBE_CTX static void fire_success(struct pid_lock *lock, enum pid_lock_event_kind event, struct dt_firing *firing,
				      uint64_t addr, bool success)
{
	if (lock->is_rw)
		fire(lock, event, firing, addr, 2, lock->is_writer, success);
	else
		fire(lock, event, firing, addr, 1, success, 0);
}

DT_PROBE_CTX static void fire_error(struct pid_lock *lock, struct dt_firing *firing, uint64_t addr, int64_t value)
{
	if (lock->is_rw)
		fire(lock, PID_LOCK_ERROR, firing, addr, 2, lock->is_writer, (uint64_t)value);
	else
		fire(lock, PID_LOCK_ERROR, firing, addr, 1, (uint64_t)value, 0);
}

/* ---- the entry --------------------------------------------------------------------------------- */

DT_PROBE_INLINE bool releases(const struct pid_lock *lock)
{
	return events_of[lock->how.call] & BIT(RELEASE);
}

/* Waits that end in an acquisition; trying has the same work. */
DT_PROBE_INLINE uint8_t work_of(const struct pid_lock *lock)
{
	switch (lock->how.call) {
	case DTRACE_LOCK_MUTEX_TRY:
		return DTRACE_LOCK_MUTEX;
	case DTRACE_LOCK_READ_TRY:
		return DTRACE_LOCK_READ;
	case DTRACE_LOCK_WRITE_TRY:
		return DTRACE_LOCK_WRITE;
	default:
		return lock->how.call;
	}
}

/* Whether the thread owns a mutex. */
DT_PROBE_CTX static bool owns(const struct pid_lock *lock, uint64_t addr)
{
	const struct isa_mem *memory = lock->process->space->memory;
	uint32_t word;

	return memory->load(memory->arg, addr + lock->how.owner_offset, &word, sizeof(word)) == 0 &&
	       (word & lock->how.owner_mask) == os_fact(OS_FACT_OWN_TID);
}

/* A mutex that nobody holds cannot be released, some that another thread holds cannot. Such a call is an error. */
DT_PROBE_CTX static bool is_held(const struct pid_lock *lock, uint64_t addr)
{
	if (lock->how.tests[DTRACE_LOCKTEST_HELD].mask && !is_true(lock, DTRACE_LOCKTEST_HELD, addr))
		return false;
	return !is_true(lock, DTRACE_LOCKTEST_CHECKED, addr) || owns(lock, addr);
}

DT_PROBE_CTX static void entered(struct pid_lock *lock, struct dt_firing *firing, const struct lock_call *call,
				 struct lock_call *kept)
{
	if (releases(lock) && is_wanted(lock, PID_LOCK_RELEASE) && is_held(lock, call->lock))
		fire(lock, PID_LOCK_RELEASE, firing, call->lock, 1, state_of(lock, call->lock), 0);
	if (!kept || !pid_lock_has(lock, PID_LOCK_SPIN))
		return;
	if (is_true(lock, DTRACE_LOCKTEST_ADAPTIVE, call->lock) && is_true(lock, DTRACE_LOCKTEST_HELD, call->lock)) {
		kept->is_spinning = true;
		fire(lock, PID_LOCK_SPIN, firing, call->lock, 0, 0, 0);
	}
}

DT_PROBE_CTX uint32_t pid_lock_entered(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	struct pid_lock *lock = (struct pid_lock *)(uintptr_t)attachment->data;
	struct pid_locks *locks = lock->process->locks;
	const struct os_space *space = lock->process->space;
	struct lock_call *kept = NULL;
	DT_UNINITIALIZED struct lock_call call;

	call.thread = os_fact(OS_FACT_THREAD_KEY);
	call.sp = space->isa->sp_get(firing->regs);
	call.function = lock;
	call.work = work_of(lock);
	call.has_waited = call.is_spinning = false;
	if (space->isa->user_arg_get(firing->regs, lock->how.argument, space->memory, &call.lock) != 0)
		__atomic_fetch_add(&locks->unread, 1, __ATOMIC_RELAXED);
	else if (lock_calls_enter(locks->calls, &call, lock->is_kept ? &kept : NULL) != LOCK_CALLS_INNER)
		entered(lock, firing, &call, kept);
	return os_cpu_self();
}

/* ---- the return -------------------------------------------------------------------------------- */

DT_PROBE_CTX static bool is_success(const struct pid_lock *lock, int64_t value)
{
	/* a wait for a condition that took too long has its mutex again */
	return value == 0 || value == RESULT_OWNER_DEAD ||
	       (lock->how.call == DTRACE_LOCK_COND_WAIT && value == RESULT_TIMED_OUT);
}

DT_PROBE_CTX static void returned(struct pid_lock *lock, struct dt_firing *firing, const struct lock_call *call,
				  int64_t value)
{
	bool success = is_success(lock, value);
	bool is_unlock = lock->how.call == DTRACE_LOCK_MUTEX_UNLOCK || lock->how.call == DTRACE_LOCK_RW_UNLOCK;

	if (call->is_spinning)
		fire_success(lock, PID_LOCK_SPUN, firing, call->lock, success);
	if (call->has_waited)
		fire_success(lock, PID_LOCK_BLOCKED, firing, call->lock, success);
	if (success && !is_unlock && is_wanted(lock, PID_LOCK_ACQUIRE))
		fire(lock, PID_LOCK_ACQUIRE, firing, call->lock, 1,
		     lock->is_rw ? lock->is_writer : state_of(lock, call->lock), 0);
	else if (!success && value != lock->how.quiet[0] && value != lock->how.quiet[1])
		fire_error(lock, firing, call->lock, value);
}

DT_PROBE_CTX uint32_t pid_lock_returned(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	struct pid_lock *lock = (struct pid_lock *)(uintptr_t)attachment->data;
	const struct isa *isa = lock->process->space->isa;
	DT_UNINITIALIZED struct lock_call call;

	/* the call may be of another function that has ended in a jump to this one */
	if (lock_calls_leave(lock->process->locks->calls, os_fact(OS_FACT_THREAD_KEY), isa->sp_get(firing->regs),
			     &call))
		returned((struct pid_lock *)(uintptr_t)call.function, firing, &call,
			 (int32_t)isa->ret_get(firing->regs));
	return os_cpu_self();
}

/* ---- the kernel -------------------------------------------------------------------------------- */

/* Whether a system call waits for a word, and for which. */
DT_PROBE_CTX static bool is_wait(const struct pid_locks *locks, const uint64_t *args, uint64_t *addr)
{
	DT_UNINITIALIZED uint64_t words[OS_SYSCALL_WORDS];
	unsigned int abi, number, i;

	if (!os_tracepoint_syscall(args, false, &abi, &number, words) || abi >= OS_SYSCALL_ABIS)
		return false;
	for (i = 0; i < PID_LOCK_CALLS; i++) {
		if (locks->numbers[abi][i] == number + 1)
			break;
	}
	*addr = words[0];
	if (i == PID_LOCK_CALLS)
		return false;
	switch (words[1] & FUTEX_OPERATION) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
	case FUTEX_LOCK_PI:
	case FUTEX_LOCK_PI2:
		return true;
	default:
		return false;
	}
}

DT_PROBE_CTX static void waits(struct lock_call *call, struct dt_firing *firing)
{
	struct pid_lock *lock = (struct pid_lock *)(uintptr_t)call->function;

	if (call->has_waited)
		return;
	call->has_waited = true;
	if (call->is_spinning)
		fire_success(lock, PID_LOCK_SPUN, firing, call->lock, false);
	call->is_spinning = false;
	if (lock->is_rw)
		fire(lock, PID_LOCK_BLOCK, firing, call->lock, 1, lock->is_writer, 0);
	else
		fire(lock, PID_LOCK_BLOCK, firing, call->lock, 0, 0, 0);
}

/* The first argument of the tracepoint is the program's registers. */
DT_PROBE_CTX void pid_lock_waits(struct os_tracepoint_hook *hook, const uint64_t *args)
{
	struct pid_locks *locks = DT_CONTAINER_OF(hook, struct pid_locks, hooks[PID_LOCK_WAITS]);
	struct lock_call *call = NULL;
	DT_UNINITIALIZED struct dt_firing firing;
	const struct pid_lock *lock;
	unsigned long state;
	uint64_t addr, thread;

	if (!is_wait(locks, args, &addr))
		return;
	firing.regs = (struct isa_regs *)(uintptr_t)args[0];
	firing.data = 0;
	firing.error = 0;
	firing.user = DT_FIRING_CALLED;
	firing.edge = false;
	state = os_irq_save();
	thread = os_fact(OS_FACT_THREAD_KEY);
	while ((call = lock_calls_next(locks->calls, thread, call)) != NULL) {
		lock = call->function;
		if (addr - call->lock < lock->how.size)
			waits(call, &firing);
	}
	os_irq_restore(state);
}

DT_PROBE_CTX void pid_lock_ends(struct os_tracepoint_hook *hook, const uint64_t *args)
{
	struct pid_locks *locks = DT_CONTAINER_OF(hook, struct pid_locks, hooks[PID_LOCK_ENDS]);
	unsigned long state = os_irq_save();

	lock_calls_end(locks->calls, os_fact(OS_FACT_THREAD_KEY));
	os_irq_restore(state);
}

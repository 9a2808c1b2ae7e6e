/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process.c - text spaces of processes (os/process.h) by ptrace(2).
 *
 * Theory. A process that is open has a thread of ours, its tracer: all of ptrace is done there. It
 * waits for the process's threads to stop, and lets them go on:
 *
 *      a break          dt_user_trap() on the thread's registers: its probes fire in the tracer
 *      another signal   it is delivered; a pc in a slot is put right before
 *      clone, vfork     the new thread executes the same memory: traced, too
 *      fork             breaks are taken out of the copy, which is let go
 *      exec, the end    the memory is gone, and so is the tracer
 *
 * Memory is read and written through /proc/PID/mem, by any thread of ours: that breaks are single
 * stores there, and private copies of the text, is the kernel's doing. Two areas of memory for slots
 * are mapped by the process itself, which executes two system calls for us when it is opened: one
 * near its program, one near its libraries. It unmaps them before we leave it.
 *
 * Others ask the tracer by leaving a wish and ringing the bell: a child that does nothing, whose end
 * wakes the tracer from its wait.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h> /* with NT_PRSTATUS */
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/entry.h"
#include "os/host/host.h"
#include "os/host/mapped.h"
#include "os/host/traced.h"
#include "os/process.h"

#include <isa_types.h>

#define AREA_UNIT       65536ul /* core/site asks for multiples of it */
#define AREA_UNITS      64
#define AREA_BYTES      (AREA_UNIT * AREA_UNITS)
#define AREAS           2
#define ASK_AGAIN_NS    200000000
#define PAGE_READ_BYTES 4096ull /* no page of memory is smaller */
#define FORK_AGAIN_NS   1000000
#define OPTIONS         (PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC)

/*
 * A register file with what the kernel has around it. Of 32-bit code it has that CPU's file; `wide` then has the registers where
 * isa_self.narrow has them, and so has all that looks at a firing.
 */
struct registers {
	struct iovec vector;
	uint64_t words[128];
	uint64_t wide[ISA_REGS_MAX / sizeof(uint64_t)];
	bool is_narrow;
};

enum kind {
	KIND_UNKNOWN, /* it has stopped for the first time, and its parent has not said what it is */
	KIND_SAME,    /* it executes the traced memory */
	KIND_COPY,    /* of fork(), about to be let go */
};

struct thread {
	struct thread *next;
	pid_t tid, pid;
	enum kind kind;
	bool stopped; /* for the first time */
	bool asked;   /* to stop, by us */
};

struct area {
	uint64_t base, used; /* used: a bit for each unit */
};

enum wish { WISH_NONE, WISH_OUT_OF_SLOTS, WISH_LEAVE };

/* A counter of 16 bits in the memory of the process that we have changed. */
struct counter {
	struct counter *next;
	uint64_t addr;
	uint16_t ups; /* how often it was counted up, less the times down */
};

struct process {
	struct os_space space;
	struct process *next;
	pid_t pid;
	int memory; /* /proc/PID/mem */
	pthread_t tracer;
	struct thread *threads;    /* the tracer's, as is all that follows up to the lock */
	bool gone, leaves, clears; /* clears: its threads are asked out of the slots */
	pthread_mutex_t lock;      /* of all that follows */
	pthread_cond_t changed;
	/*
	 * running: there is a tracer to be joined; orphan: released by the tracer itself, which frees
	 * it; lost: a slot could not be written, so no break may be
	 */
	bool started, running, ended, orphan, lost;
	int error;
	enum wish wish;
	pid_t bell;
	struct area areas[AREAS];
	struct counter *counters;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER; /* of these four */
static pthread_cond_t watcher_done = PTHREAD_COND_INITIALIZER;
static unsigned int telling; /* the watcher runs so many times */
static struct process *processes;
static uint32_t last_id;
static void (*watcher)(struct os_space *space);

static struct process *process_of(struct os_space *space)
{
	return (struct process *)space;
}

/* ---- registers and stops ----------------------------------------------------------------------- */

/* The CPU whose register file the kernel has of 32-bit code; NULL: it runs none that can be traced. */
static const struct isa *narrow_cpu(void)
{
	const struct isa *narrow = isa_self.narrow;

	return narrow ? isa_of_machine(narrow->elf_machine, narrow->word_size) : NULL;
}

/* Copies the registers that both files have. */
static void registers_copy(const struct isa *to, uint64_t *to_file, const struct isa *from, const uint64_t *from_file)
{
	for (unsigned int i = 0; i < to->reg_count; i++) {
		for (unsigned int j = 0; j < from->reg_count; j++) {
			if (strcmp(to->regs[i].name, from->regs[j].name) == 0)
				to->reg_set((struct isa_regs *)to_file, i,
					    from->reg_get((const struct isa_regs *)from_file, j));
		}
	}
}

static bool registers_get(pid_t tid, struct registers *registers)
{
	const struct isa *narrow = narrow_cpu();

	registers->vector = (struct iovec){ registers->words, sizeof(registers->words) };
	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &registers->vector) != 0)
		return false;
	registers->is_narrow = narrow && registers->vector.iov_len == narrow->regs_size;
	if (registers->is_narrow) {
		memset(registers->wide, 0, sizeof(registers->wide));
		registers_copy(isa_self.narrow, registers->wide, narrow, registers->words);
	}
	return true;
}

static void registers_set(pid_t tid, struct registers *registers)
{
	if (registers->is_narrow)
		registers_copy(narrow_cpu(), registers->words, isa_self.narrow, registers->wide);
	ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &registers->vector);
}

static struct isa_regs *file_of(struct registers *registers)
{
	return (struct isa_regs *)(registers->is_narrow ? registers->wide : registers->words);
}

/* Whether they are of code for the CPU that the process is. */
static bool are_in_mode(const struct registers *registers, const struct process *process)
{
	return registers->is_narrow
		       ? process->space.isa == isa_self.narrow
		       : process->space.isa == &isa_self && registers->vector.iov_len >= isa_self.regs_size;
}

static struct thread *thread_find(struct process *process, pid_t tid)
{
	struct thread *thread = process->threads;

	while (thread && thread->tid != tid)
		thread = thread->next;
	return thread;
}

static struct thread *thread_add(struct process *process, pid_t tid, pid_t pid, enum kind kind)
{
	struct thread *thread = calloc(1, sizeof(*thread));

	if (!thread)
		abort(); /* a thread that nobody follows would die of its next break */
	thread->tid = tid;
	thread->pid = pid;
	thread->kind = kind;
	thread->next = process->threads;
	process->threads = thread;
	return thread;
}

static void thread_forget(struct process *process, struct thread *thread)
{
	struct thread **link = &process->threads;

	while (*link != thread)
		link = &(*link)->next;
	*link = thread->next;
	if (thread->kind == KIND_SAME)
		dt_user_thread_end(&process->space, (uint32_t)thread->tid);
	free(thread);
}

/*
 * The registers of a shadow stack (NT_X86_SHSTK of linux/elf.h, in kernels from 6.6). A thread without one has none; other
 * CPUs have no registers of this number.
 */
#define SHADOW_STACK_REGISTERS 0x204

static bool has_shadow_stack(pid_t tid)
{
	uint64_t pointer;
	struct iovec vector = { &pointer, sizeof(pointer) };

	return ptrace(PTRACE_GETREGSET, tid, SHADOW_STACK_REGISTERS, &vector) == 0;
}

/* Where the stack of its handlers is we do not know: nobody tells a tracer. */
static struct dt_user_thread user_thread(const struct thread *thread)
{
	return (struct dt_user_thread){ .id = (uint32_t)thread->tid };
}

/* A pc in a slot becomes the program's. */
static void put_right(struct process *process, struct thread *thread)
{
	const struct dt_user_thread user = user_thread(thread);
	struct registers registers;

	if (registers_get(thread->tid, &registers) && dt_user_leave_slot(&process->space, file_of(&registers), &user))
		registers_set(thread->tid, &registers);
}

/* ---- system calls of the process --------------------------------------------------------------- */

/* What the kernel told the program when it began (getauxval(3)), 0 when it did not. */
static uint64_t told(const struct process *process, uint64_t what)
{
	size_t word = process->space.isa->word_size;
	uint64_t pair[2] = { 0 }, value = 0;
	char path[40];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/auxv", process->pid);
	file = fopen(path, "re");
	while (file && fread(&pair[0], word, 1, file) == 1 && fread(&pair[1], word, 1, file) == 1 &&
	       pair[0] != AT_NULL) {
		if (pair[0] == what)
			value = pair[1];
	}
	if (file)
		fclose(file);
	return value;
}

/* Wait until one thread has stopped. */
static bool wait_stop(pid_t tid, int *status)
{
	return waitpid(tid, status, __WALL | __WNOTHREAD) == tid && WIFSTOPPED(*status);
}

/* Execute one instruction; *@signal becomes a signal that came meanwhile, for later. */
static bool step(pid_t tid, int *signal)
{
	int status;

	do {
		if (ptrace(PTRACE_SINGLESTEP, tid, 0, 0l) != 0 || !wait_stop(tid, &status))
			return false;
		if (status >> 16 == 0 && WSTOPSIG(status) != SIGTRAP)
			*signal = WSTOPSIG(status);
	} while (status >> 16 || WSTOPSIG(status) != SIGTRAP);
	return true;
}

/* Have the stopped main thread execute one system call. Return: its result, a negative errno. */
static int64_t call(struct process *process, const struct registers *before, uint64_t at, unsigned int number,
		    const uint64_t args[6], int *signal)
{
	const struct isa *isa = process->space.isa;
	const struct isa_syscall *convention = &isa->syscall;
	struct registers registers = *before;
	struct isa_regs *regs = file_of(&registers);
	uint64_t result;
	unsigned int i;

	registers.vector.iov_base = registers.words;
	for (i = 0; i < isa->reg_count; i++) {
		if (strncmp(isa->regs[i].name, "orig_", 5) == 0)
			isa->reg_set(regs, i, UINT64_MAX); /* it is in no system call that begins again */
	}
	isa->pc_set(regs, at);
	isa->reg_set(regs, convention->number, number);
	for (i = 0; i < 6; i++)
		isa->reg_set(regs, convention->args[i], args[i]);
	registers_set(process->pid, &registers);
	if (!step(process->pid, signal) || !registers_get(process->pid, &registers))
		return -ESRCH;
	result = isa->reg_get(regs, convention->result);
	if (isa->word_size == 4 && result > UINT32_MAX - 4096)
		return (int32_t)result;
	return (int64_t)result;
}

/*
 * The instruction of a system call, in place of the program's first one, which no thread executes any
 * more, or none yet.
 */
static bool call_place(struct process *process, uint64_t *at, uint8_t *original)
{
	const struct isa_syscall *convention = &process->space.isa->syscall;
	size_t len = convention->len;

	*at = told(process, AT_ENTRY);
	return *at && pread(process->memory, original, len, (off_t)*at) == (ssize_t)len &&
	       pwrite(process->memory, convention->code, len, (off_t)*at) == (ssize_t)len;
}

static void call_place_back(struct process *process, uint64_t at, const uint8_t *original)
{
	(void)!pwrite(process->memory, original, process->space.isa->syscall.len, (off_t)at);
}

/* The main thread has stopped, and we leave: the process gets rid of the memory for slots. */
static void unmap_areas(struct process *process, int *signal)
{
	uint8_t original[sizeof(isa_self.syscall.code)];
	struct registers registers;
	uint64_t at;
	size_t i;

	if (!process->areas[0].base || !registers_get(process->pid, &registers) || !call_place(process, &at, original))
		return;
	for (i = 0; i < AREAS && process->areas[i].base; i++) {
		const uint64_t args[6] = { process->areas[i].base, AREA_BYTES };

		call(process, &registers, at, process->space.isa->syscall.munmap, args, signal);
		process->areas[i].base = 0;
	}
	call_place_back(process, at, original);
	registers_set(process->pid, &registers);
}

/* ---- going on ---------------------------------------------------------------------------------- */

/* The thread goes on, with a signal if there is one; untraced, if we leave. */
static void go_on(struct process *process, struct thread *thread, int signal)
{
	if (!process->leaves) {
		ptrace(PTRACE_CONT, thread->tid, 0, (long)signal);
		return;
	}
	if (thread->tid == process->pid)
		unmap_areas(process, &signal);
	ptrace(PTRACE_DETACH, thread->tid, 0, (long)signal);
	thread_forget(process, thread);
}

/* ---- breaks ------------------------------------------------------------------------------------ */

/* Return: the signal that the thread gets. */
static int break_executed(struct process *process, struct thread *thread)
{
	struct registers registers;
	struct os_host_task task = { thread->pid, thread->tid, process->space.id, process->space.isa, NULL };
	struct dt_user_thread user = user_thread(thread);
	struct dt_user_access missing;
	enum dt_user_trap result;
	struct isa_regs *regs;
	unsigned long state;

	if (!registers_get(thread->tid, &registers))
		return 0;
	regs = task.regs = file_of(&registers);
	user.has_shadow_stack = has_shadow_stack(thread->tid);
	os_host_memory_look(task.memory);
	os_host_task = &task;
	state = os_irq_save();
	if (are_in_mode(&registers, process))
		result = dt_user_trap(&process->space, regs, &user, &missing);
	else
		result = dt_user_trap_apart(&process->space, regs, &missing);
	os_irq_restore(state);
	os_host_task = NULL;
	if (result == DT_USER_TRAP_FOREIGN)
		return SIGTRAP;
	registers_set(thread->tid, &registers);
	if (result == DT_USER_TRAP_APART)
		dt_user_surrender(&process->space, missing.addr);
	/* memory is brought in by the access itself here: what is missing is not there */
	return result == DT_USER_TRAP_MISSING ? SIGSEGV : 0;
}

static bool is_break(pid_t tid)
{
	siginfo_t info;

	return ptrace(PTRACE_GETSIGINFO, tid, 0, &info) == 0 &&
	       (info.si_code == SI_KERNEL || info.si_code == TRAP_BRKPT);
}

/* ---- new threads and processes ----------------------------------------------------------------- */

struct cleaning {
	int memory;
	const struct isa *isa;
};

static void take_out(void *arg, uint64_t addr, const uint8_t *bytes)
{
	const struct cleaning *cleaning = arg;
	uint8_t now[ISA_BREAK_MAX];
	size_t len = cleaning->isa->break_len;

	if (pread(cleaning->memory, now, len, (off_t)addr) == (ssize_t)len &&
	    memcmp(now, cleaning->isa->break_bytes, len) == 0)
		(void)!pwrite(cleaning->memory, bytes, len, (off_t)addr);
}

static int memory_open(pid_t pid)
{
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	return open(path, O_RDWR | O_CLOEXEC);
}

/* The counter becomes @change more; at its ends it stays. Others may count, too: they are as slow as we are. */
static int counter_add(int memory, uint64_t addr, int change)
{
	uint16_t now;
	int count;

	if (pread(memory, &now, sizeof(now), (off_t)addr) != sizeof(now))
		return -OS_EFAULT;
	count = now + change;
	if (count > UINT16_MAX)
		return -OS_ERANGE;
	now = (uint16_t)(count < 0 ? 0 : count);
	return pwrite(memory, &now, sizeof(now), (off_t)addr) == sizeof(now) ? 0 : -OS_EFAULT;
}

static void counters_take_off(struct process *process, int memory)
{
	const struct counter *counter;

	pthread_mutex_lock(&process->lock);
	for (counter = process->counters; counter; counter = counter->next)
		counter_add(memory, counter->addr, -(int)counter->ups);
	pthread_mutex_unlock(&process->lock);
}

static void let_copy_go(struct process *process, struct thread *thread)
{
	struct cleaning cleaning = { memory_open(thread->pid), process->space.isa };

	if (cleaning.memory >= 0) {
		dt_space_past(&process->space, take_out, &cleaning);
		counters_take_off(process, cleaning.memory);
		close(cleaning.memory);
	}
	ptrace(PTRACE_DETACH, thread->tid, 0, 0l);
	thread_forget(process, thread);
}

/* Both are known of a new thread: that it has stopped, and what it is. */
static void begin(struct process *process, struct thread *thread)
{
	if (!thread->stopped || thread->kind == KIND_UNKNOWN)
		return;
	if (thread->kind == KIND_COPY)
		let_copy_go(process, thread);
	else
		go_on(process, thread, 0);
}

static void parent_says(struct process *process, struct thread *parent, int event)
{
	unsigned long tid = 0;
	struct thread *thread;

	ptrace(PTRACE_GETEVENTMSG, parent->tid, 0, &tid);
	thread = thread_find(process, (pid_t)tid);
	if (!thread)
		thread = thread_add(process, (pid_t)tid, (pid_t)tid, KIND_UNKNOWN);
	thread->kind = event == PTRACE_EVENT_FORK ? KIND_COPY : KIND_SAME;
	if (event == PTRACE_EVENT_CLONE)
		thread->pid = parent->pid;
	begin(process, thread);
}

/* ---- following --------------------------------------------------------------------------------- */

static void end_gone(struct process *process)
{
	void (*gone)(struct os_space * space);

	dt_space_kill(&process->space);
	pthread_mutex_lock(&list_lock);
	gone = watcher;
	telling++;
	pthread_mutex_unlock(&list_lock);
	if (gone)
		gone(&process->space);
	pthread_mutex_lock(&list_lock);
	telling--;
	pthread_cond_broadcast(&watcher_done);
	pthread_mutex_unlock(&list_lock);
}

static void event(struct process *process, struct thread *thread, int kind, int signal)
{
	switch (kind) {
	case PTRACE_EVENT_EXEC:
		if (thread->tid == process->pid)
			process->gone = true;
		ptrace(PTRACE_DETACH, thread->tid, 0, 0l);
		thread_forget(process, thread);
		return;
	case PTRACE_EVENT_CLONE:
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
		parent_says(process, thread, kind);
		go_on(process, thread, 0);
		return;
	default: /* PTRACE_EVENT_STOP: we asked, it is new, or all of it has been stopped */
		if (!thread->stopped) {
			thread->stopped = true;
			begin(process, thread);
		} else if (signal != SIGTRAP && !process->leaves) {
			ptrace(PTRACE_LISTEN, thread->tid, 0, 0);
		} else {
			go_on(process, thread, 0);
		}
	}
}

static void thread_stopped(struct process *process, pid_t tid, int status)
{
	struct thread *thread = thread_find(process, tid);
	int signal = WSTOPSIG(status);

	if (!thread)
		thread = thread_add(process, tid, tid, KIND_UNKNOWN);
	thread->asked = false; /* the kernel takes any stop as the one that was asked for */
	if (status >> 16 == 0 && signal == SIGTRAP && is_break(tid)) {
		go_on(process, thread, break_executed(process, thread)); /* perhaps to a slot */
		return;
	}
	put_right(process, thread);
	if (status >> 16)
		event(process, thread, status >> 16, signal);
	else
		go_on(process, thread, signal);
}

static void ask_all(struct process *process)
{
	struct thread *thread;

	for (thread = process->threads; thread; thread = thread->next)
		thread->asked = thread->stopped && ptrace(PTRACE_INTERRUPT, thread->tid, 0, 0) == 0;
	/* another thread of ours may have waited for the end of a child: nobody tells us then */
	if (kill(process->pid, 0) != 0 && errno == ESRCH)
		process->gone = true;
}

static bool any_asked(const struct process *process)
{
	const struct thread *thread = process->threads;

	while (thread && !thread->asked)
		thread = thread->next;
	return thread != NULL;
}

static void wish_fulfilled(struct process *process)
{
	process->clears = false;
	pthread_mutex_lock(&process->lock);
	process->wish = WISH_NONE;
	pthread_cond_broadcast(&process->changed);
	pthread_mutex_unlock(&process->lock);
}

/*
 * A child that sleeps until it is killed, or we end. It keeps no file of ours open. It is in a session
 * of its own: what is sent to our process group (^C, ^Z, a hangup) neither ends nor stops it.
 */
static void bell_sleep(pid_t parent)
{
	int fd;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) /* it had ended before */
		_exit(0);
	for (fd = (int)sysconf(_SC_OPEN_MAX); fd >= 0 && close_range(0, UINT_MAX, 0) != 0; fd--)
		close(fd);
	for (;;)
		pause();
}

/* Signals are blocked in it from its first instruction on: our handlers are not for it. */
static pid_t bell_hang(void)
{
	pid_t parent = getpid(), bell;
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bell = fork();
	if (bell == 0)
		bell_sleep(parent);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return bell;
}

/*
 * The bell has ended, or was stopped by a SIGSTOP that was meant for it alone. It is fetched under the
 * lock: who kills it by its number holds that, too.
 */
static void bell_changed(struct process *process)
{
	const struct timespec pause = { .tv_nsec = FORK_AGAIN_NS };
	enum wish wish = WISH_NONE;
	int status;
	pid_t fetched;

	pthread_mutex_lock(&process->lock);
	/* it is no tracee: without WUNTRACED its stop would not be fetched */
	fetched = waitpid(process->bell, &status, WUNTRACED | WNOHANG);
	if (fetched < 0 || (fetched > 0 && !WIFSTOPPED(status))) {
		while ((process->bell = bell_hang()) < 0) /* too many processes: nobody could wake us */
			nanosleep(&pause, NULL);
		wish = process->wish;
		pthread_cond_broadcast(&process->changed);
	}
	pthread_mutex_unlock(&process->lock);
	if (wish == WISH_NONE)
		return;
	process->leaves = wish == WISH_LEAVE;
	process->clears = wish == WISH_OUT_OF_SLOTS;
	ask_all(process);
}

static void thread_ended(struct process *process, pid_t tid)
{
	struct thread *thread = thread_find(process, tid);

	if (thread)
		thread_forget(process, thread);
	if (tid == process->pid)
		process->gone = true;
}

/*
 * Until nothing is left to follow. The end of a child of this program is left to who waits for it:
 * it is looked at only.
 */
static void follow(struct process *process)
{
	siginfo_t info;
	int status;
	pid_t tid;

	while (process->threads && !process->gone) {
		info.si_pid = 0;
		if (waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOWAIT | __WALL | __WNOTHREAD) != 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		tid = info.si_pid;
		if (tid == process->pid && info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED) {
			thread_ended(process, tid);
			break;
		}
		if (tid == process->bell)
			bell_changed(process);
		else if (waitpid(tid, &status, __WALL | __WNOTHREAD) != tid)
			continue;
		else if (WIFSTOPPED(status))
			thread_stopped(process, tid, status);
		else
			thread_ended(process, tid);
		if (process->clears && !any_asked(process))
			wish_fulfilled(process);
	}
}

/* ---- the beginning ----------------------------------------------------------------------------- */

static int seize_error(pid_t pid)
{
	char path[40], line[128];
	int other = 0;
	FILE *file;

	if (errno == ESRCH)
		return -OS_ESRCH;
	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file) && sscanf(line, "TracerPid: %d", &other) != 1)
		;
	if (file)
		fclose(file);
	return other ? -OS_EBUSY : -OS_EPERM;
}

/* Threads that come while we look are traced by those that we have, or seen by the next look. */
static int seize_new(struct process *process, bool *any)
{
	char path[40];
	struct dirent *entry;
	int error = 0;
	pid_t tid;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", process->pid);
	dir = opendir(path);
	if (!dir)
		return -OS_ESRCH;
	*any = false;
	while (!error && (entry = readdir(dir)) != NULL) {
		tid = (pid_t)strtol(entry->d_name, NULL, 10);
		if (tid == 0 || thread_find(process, tid))
			continue;
		if (ptrace(PTRACE_SEIZE, tid, 0, (long)OPTIONS) == 0) {
			thread_add(process, tid, process->pid, KIND_SAME)->stopped = true;
			*any = true;
		} else if (errno != ESRCH || tid == process->pid) {
			error = seize_error(process->pid);
		}
	}
	closedir(dir);
	return error;
}

static int seize_all(struct process *process)
{
	bool any;
	int error;

	do {
		error = seize_new(process, &any);
	} while (!error && any);
	return error;
}

/*
 * Where slots are in reach of the program: before it; of one that is linked to a low address, where there is no room,
 * far behind it and its heap.
 */
static uint64_t near_program(const struct process *process)
{
	uint64_t program = told(process, AT_PHDR) & ~(AREA_UNIT - 1); /* its headers are where it begins */
	uint64_t reach = process->space.slot_reach;

	if (program > 2 * AREA_BYTES)
		return program - AREA_BYTES - AREA_UNIT;
	return reach ? program + (reach / 4 * 3 & ~(AREA_UNIT - 1)) : 0;
}

static int map_areas(struct process *process, const struct registers *before, int *signal)
{
	uint64_t hints[AREAS] = { near_program(process), 0 }, at;
	uint8_t original[sizeof(isa_self.syscall.code)];
	int64_t result = -ENOMEM;
	size_t i;

	if (!call_place(process, &at, original))
		return -OS_EOPNOTSUPP;
	for (i = 0; i < AREAS; i++) {
		const uint64_t args[6] = { hints[i],   AREA_BYTES, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
					   UINT64_MAX, 0 };

		result = call(process, before, at, process->space.isa->syscall.mmap, args, signal);
		if (result < 0 && result > -4096)
			break;
		process->areas[i].base = (uint64_t)result;
	}
	call_place_back(process, at, original);
	return i == AREAS ? 0 : result == -ESRCH ? -OS_ESRCH : -OS_ENOMEM;
}

/* The main thread stops, makes room for slots, and goes on as if nothing had been. */
static int prepare(struct process *process)
{
	struct registers registers;
	int status, error, signal = 0;
	bool is_halted;

	if (ptrace(PTRACE_INTERRUPT, process->pid, 0, 0) != 0 || !wait_stop(process->pid, &status))
		return -OS_ESRCH;
	if (status >> 16 == 0)
		signal = WSTOPSIG(status); /* that was first; our own stop comes after it */
	is_halted = status >> 16 == PTRACE_EVENT_STOP && WSTOPSIG(status) != SIGTRAP;
	if (!registers_get(process->pid, &registers))
		return -OS_ESRCH;
	error = -OS_EOPNOTSUPP;
	if (are_in_mode(&registers, process))
		error = map_areas(process, &registers, &signal);
	registers_set(process->pid, &registers);
	/* a process that is stopped as a whole stays so: its next stop is that again */
	if (is_halted)
		ptrace(PTRACE_INTERRUPT, process->pid, 0, 0);
	ptrace(PTRACE_CONT, process->pid, 0, (long)signal);
	return error;
}

/* ---- the tracer -------------------------------------------------------------------------------- */

static void process_free(struct process *process)
{
	struct counter *counter;

	while ((counter = process->counters) != NULL) {
		process->counters = counter->next;
		free(counter);
	}
	close(process->memory);
	pthread_mutex_destroy(&process->lock);
	pthread_cond_destroy(&process->changed);
	free(process);
}

static void started(struct process *process, int error)
{
	pthread_mutex_lock(&process->lock);
	process->started = true;
	process->error = error;
	pthread_cond_broadcast(&process->changed);
	pthread_mutex_unlock(&process->lock);
}

/*
 * Wishes that come from now on are fulfilled, those that wait are: nobody is in a slot. The watcher is
 * told after that: it may wait for who waits for us.
 */
static void no_more_wishes(struct process *process)
{
	pthread_mutex_lock(&process->lock);
	process->ended = true;
	process->wish = WISH_NONE;
	pthread_cond_broadcast(&process->changed);
	pthread_mutex_unlock(&process->lock);
}

/* Return: whether the process is the tracer's to free. */
static bool ended(struct process *process)
{
	pid_t bell;
	bool orphan;

	pthread_mutex_lock(&process->lock);
	bell = process->bell;
	orphan = process->orphan;
	pthread_mutex_unlock(&process->lock);
	if (bell > 0) {
		kill(bell, SIGKILL);
		waitpid(bell, NULL, 0);
	}
	return orphan;
}

static void *trace(void *arg)
{
	struct process *process = arg;
	int error = seize_all(process);

	if (!error)
		error = prepare(process);
	if (!error) {
		process->bell = bell_hang(); /* nobody else knows the process yet */
		error = process->bell < 0 ? -OS_ENOMEM : 0;
	}
	if (error) {
		process->leaves = true;
		ask_all(process);
	} else {
		os_host_memory_begin(process->space.id, process->pid);
		started(process, 0);
	}
	follow(process);
	while (process->threads) /* of a process that has ended, or vfork children of one */
		thread_forget(process, process->threads);
	os_host_memory_end(process->space.id);
	no_more_wishes(process);
	if (!error && process->gone)
		end_gone(process);
	if (ended(process)) {
		process_free(process);
		return NULL;
	}
	if (error)
		started(process, error);
	return NULL;
}

/* Leave a wish, and wait until it is fulfilled, or the process has ended. */
static void wish(struct process *process, enum wish wish)
{
	struct timespec until;

	pthread_mutex_lock(&process->lock);
	while (process->wish != WISH_NONE && !process->ended)
		pthread_cond_wait(&process->changed, &process->lock);
	if (!process->ended)
		process->wish = wish;
	/* a thread that was asked may have ended instead: all are asked again */
	while (process->wish == wish && !process->ended) {
		kill(process->bell, SIGKILL);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += ASK_AGAIN_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		while (process->wish == wish && !process->ended &&
		       pthread_cond_timedwait(&process->changed, &process->lock, &until) == 0)
			;
	}
	pthread_mutex_unlock(&process->lock);
}

/* ---- operations of the space ------------------------------------------------------------------- */

static int process_read(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	return pread(process_of(space)->memory, dst, size, (off_t)addr) == (ssize_t)size ? 0 : -OS_EFAULT;
}

/* The page that was read last: breaks of one page are many, and each read is a system call. */
struct page_read {
	uint64_t addr;
	bool valid;
	uint8_t bytes[PAGE_READ_BYTES];
};

/* What is at a patch's address: in the page that was read, or @apart where it lies in two. NULL: it cannot be read. */
static const uint8_t *bytes_now(struct process *process, const struct os_patch *patch, struct page_read *page,
				uint8_t *apart)
{
	uint64_t start = patch->addr & ~(PAGE_READ_BYTES - 1), offset = patch->addr - start;

	if (offset + patch->len > PAGE_READ_BYTES)
		return process_read(&process->space, patch->addr, apart, patch->len) == 0 ? apart : NULL;
	if (!page->valid || page->addr != start)
		page->valid = process_read(&process->space, start, page->bytes, PAGE_READ_BYTES) == 0;
	page->addr = start;
	return page->valid ? page->bytes + offset : NULL;
}

static int16_t patch_one(struct process *process, const struct os_patch *patch, struct page_read *page)
{
	uint8_t apart[sizeof(patch->old_bytes)];
	const uint8_t *now;

	if (process->lost && memcmp(patch->new_bytes, process->space.isa->break_bytes, patch->len) == 0)
		return -OS_EFAULT;
	now = bytes_now(process, patch, page, apart);
	if (!now)
		return -OS_EFAULT;
	if (memcmp(now, patch->old_bytes, patch->len) != 0)
		return -OS_EBUSY;
	return pwrite(process->memory, patch->new_bytes, patch->len, (off_t)patch->addr) == patch->len ? 0 : -OS_EFAULT;
}

static long process_patch(struct os_space *space, struct os_patch *patches, size_t count)
{
	struct page_read page = { .valid = false };
	long written = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		patches[i].status = patch_one(process_of(space), &patches[i], &page);
		written += patches[i].status == 0;
	}
	return written;
}

/* The entry of an address in the list, made if there is none; NULL without memory. Context: the process's lock. */
static struct counter **counter_at(struct process *process, uint64_t addr)
{
	struct counter **link = &process->counters;

	while (*link && (*link)->addr != addr)
		link = &(*link)->next;
	if (!*link)
		*link = calloc(1, sizeof(**link));
	if (!*link)
		return NULL;
	(*link)->addr = addr;
	return link;
}

static int process_count(struct os_space *space, uint64_t addr, int change)
{
	struct process *process = process_of(space);
	struct counter **link, *counter;
	int error = -OS_ENOMEM;

	pthread_mutex_lock(&process->lock);
	link = counter_at(process, addr);
	counter = link ? *link : NULL;
	if (counter) {
		error = counter_add(process->memory, addr, change);
		if (!error || change < 0)
			counter->ups = (uint16_t)(counter->ups + change);
	}
	if (counter && counter->ups == 0) {
		*link = counter->next;
		free(counter);
	}
	pthread_mutex_unlock(&process->lock);
	return error;
}

static bool area_reaches(const struct area *area, uint64_t reach, uint64_t near)
{
	uint64_t end = area->base + AREA_BYTES;

	return reach == 0 || (near < area->base ? end - near <= reach : near - area->base <= reach);
}

static uint64_t area_take(struct area *area, size_t units)
{
	uint64_t mask = units == AREA_UNITS ? UINT64_MAX : (1ull << units) - 1;
	size_t first;

	for (first = 0; first + units <= AREA_UNITS; first++) {
		if ((area->used & mask << first) == 0) {
			area->used |= mask << first;
			return area->base + first * AREA_UNIT;
		}
	}
	return 0;
}

/* It fails when the process has ended, or has unmapped the slots itself. */
static void process_slots_write(struct os_space *space, uint64_t addr, const void *src, size_t size)
{
	if (pwrite(process_of(space)->memory, src, size, (off_t)addr) != (ssize_t)size)
		process_of(space)->lost = true;
}

static void process_slots_free(struct os_space *space, uint64_t addr, size_t size)
{
	struct process *process = process_of(space);
	uint64_t units = size / AREA_UNIT, mask = units == AREA_UNITS ? UINT64_MAX : (1ull << units) - 1;
	size_t i;

	pthread_mutex_lock(&process->lock);
	for (i = 0; i < AREAS; i++) {
		if (addr - process->areas[i].base < AREA_BYTES)
			process->areas[i].used &= ~(mask << (addr - process->areas[i].base) / AREA_UNIT);
	}
	pthread_mutex_unlock(&process->lock);
}

static uint64_t process_slots_alloc(struct os_space *space, uint64_t near, uint64_t reach, size_t size)
{
	struct process *process = process_of(space);
	uint8_t *breaks = malloc(size);
	uint64_t addr = 0;
	size_t i;

	if (!breaks)
		return 0;
	pthread_mutex_lock(&process->lock);
	for (i = 0; i < AREAS && !addr; i++) {
		if (size <= AREA_BYTES && area_reaches(&process->areas[i], reach, near))
			addr = area_take(&process->areas[i], size / AREA_UNIT);
	}
	pthread_mutex_unlock(&process->lock);
	for (i = 0; i < size; i++)
		breaks[i] = space->isa->break_bytes[i % space->isa->break_len];
	if (addr && pwrite(process->memory, breaks, size, (off_t)addr) != (ssize_t)size) {
		process_slots_free(space, addr, size);
		addr = 0;
	}
	free(breaks);
	return addr;
}

static void process_grace(struct os_space *space)
{
	os_sync();
	wish(process_of(space), WISH_OUT_OF_SLOTS);
}

/* The tracer itself, at its end, may give the last reference back: it frees the process then. */
static void process_leave(struct os_space *space)
{
	struct process *process = process_of(space), **link;

	pthread_mutex_lock(&list_lock);
	for (link = &processes; *link && *link != process; link = &(*link)->next)
		;
	if (*link)
		*link = process->next;
	pthread_mutex_unlock(&list_lock);
	if (!process->running)
		return;
	process->orphan = pthread_equal(pthread_self(), process->tracer) != 0;
	if (process->orphan) {
		pthread_detach(process->tracer);
		return;
	}
	wish(process, WISH_LEAVE);
	pthread_join(process->tracer, NULL);
}

static void process_release(struct os_space *space)
{
	if (!process_of(space)->orphan)
		process_free(process_of(space));
}

static const struct os_space_ops process_ops = {
	.read = process_read,
	.patch = process_patch,
	.slots_alloc = process_slots_alloc,
	.slots_write = process_slots_write,
	.grace = process_grace,
	.slots_free = process_slots_free,
	.count = process_count,
	.leave = process_leave,
	.release = process_release,
};

/* ---- the contract ------------------------------------------------------------------------------ */

static int tracer_start(struct process *process)
{
	int error = pthread_create(&process->tracer, NULL, trace, process) == 0 ? 0 : -OS_ENOMEM;

	if (error)
		return error;
	pthread_mutex_lock(&process->lock);
	while (!process->started)
		pthread_cond_wait(&process->changed, &process->lock);
	error = process->error;
	pthread_mutex_unlock(&process->lock);
	if (error)
		pthread_join(process->tracer, NULL);
	process->running = !error;
	return error;
}

/* The instructions of a process's program, by its file's header; NULL: it cannot be traced. */
static const struct isa *program_isa(pid_t pid)
{
	const struct isa *const all[] = { &isa_self, isa_self.narrow };
	uint8_t header[20];
	const struct isa *found = NULL;
	char path[40];
	int file;

	snprintf(path, sizeof(path), "/proc/%d/exe", pid);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file != -1 && read(file, header, sizeof(header)) == sizeof(header)) {
		for (size_t i = 0; i < DT_ARRAY_SIZE(all) && all[i]; i++) {
			if ((header[18] | header[19] << 8) == all[i]->elf_machine &&
			    header[EI_CLASS] * 4 == all[i]->word_size)
				found = all[i];
		}
	}
	if (file != -1)
		close(file);
	return found;
}

static struct process *process_create(pid_t pid, int *error)
{
	struct process *process = calloc(1, sizeof(*process));
	const struct isa *isa = program_isa(pid);

	*error = -OS_ENOMEM;
	if (!process)
		return NULL;
	process->pid = pid;
	process->space.isa = isa ? isa : &isa_self; /* of another one the registers will tell */
	process->space.ops = &process_ops;
	process->space.memory = &dt_user_memory;
	process->space.slot_reach = process->space.isa->slot_reach;
	process->memory = memory_open(pid);
	if (process->memory < 0) {
		*error = errno == ENOENT ? -OS_ESRCH : -OS_EPERM;
		free(process);
		return NULL;
	}
	pthread_mutex_init(&process->lock, NULL);
	pthread_cond_init(&process->changed, NULL);
	return process;
}

static struct os_space *open_already(pid_t pid)
{
	struct os_space *found = NULL;
	struct process *process;

	pthread_mutex_lock(&list_lock);
	for (process = processes; process && !found; process = process->next) {
		if (process->pid == pid && dt_space_get(&process->space, 1))
			found = &process->space;
	}
	pthread_mutex_unlock(&list_lock);
	return found;
}

int os_process_open(uint64_t pid, struct os_space **ret, uint64_t *number)
{
	struct process *process;
	int error;

	*number = pid;
	if (pid == 0 || pid > INT32_MAX)
		return -OS_ESRCH;
	if (pid == (uint64_t)getpid())
		return -OS_EOPNOTSUPP;
	*ret = open_already((pid_t)pid);
	if (*ret)
		return 0;
	process = process_create((pid_t)pid, &error);
	if (!process)
		return error;
	process->space.id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
	error = dt_space_open(&process->space);
	if (error) {
		process_free(process);
		return error;
	}
	pthread_mutex_lock(&list_lock);
	process->next = processes;
	processes = process;
	pthread_mutex_unlock(&list_lock);
	error = tracer_start(process);
	if (error) {
		dt_space_put(&process->space, 1);
		return error;
	}
	*ret = &process->space;
	return 0;
}

void os_process_watch(void (*gone)(struct os_space *space))
{
	pthread_mutex_lock(&list_lock);
	watcher = gone;
	while (telling > 0)
		pthread_cond_wait(&watcher_done, &list_lock);
	pthread_mutex_unlock(&list_lock);
}

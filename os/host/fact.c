/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fact.c - what D asks about the current task. That is this process, which has no kernel stack and no
 * interrupted registers; in a firing of a traced process, that one's thread (traced.h).
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/host/traced.h"
#include "os/process.h"

#define PROGENY_DEPTH   64 /* generations looked at */
#define POLICY_DEADLINE 6  /* SCHED_DEADLINE of linux/sched.h, which not every C library's sched.h has */

__thread const struct os_host_task *os_host_task;

static pid_t task_pid(void)
{
	return os_host_task ? os_host_task->pid : getpid();
}

static pid_t task_tid(void)
{
	return os_host_task ? os_host_task->tid : (pid_t)syscall(SYS_gettid);
}

/*
 * The first line of a file that a scanf format with one %lld matches, as its number; @otherwise
 * when there is none.
 */
static uint64_t number_in(const char *path, const char *format, long long otherwise)
{
	long long number = otherwise;
	char line[512];
	FILE *file = fopen(path, "re");

	while (file && fgets(line, sizeof(line), file) && sscanf(line, format, &number) != 1)
		;
	if (file)
		fclose(file);
	return (uint64_t)number;
}

/* The same of a file of the current thread in /proc. */
static uint64_t task_number(const char *file, const char *format, long long otherwise)
{
	char path[80];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", task_pid(), task_tid(), file);
	return number_in(path, format, otherwise);
}

static uint64_t thread_time(void)
{
	struct timespec now;

	if (os_host_task)
		return task_number("schedstat", "%lld", 0);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

static uint64_t bound_cpu(void)
{
	cpu_set_t set;
	int cpu;

	if (sched_getaffinity(task_tid(), sizeof(set), &set) != 0 || CPU_COUNT(&set) != 1)
		return (uint64_t)-1;
	for (cpu = 0; !CPU_ISSET(cpu, &set); cpu++)
		;
	return (uint64_t)cpu;
}

uint64_t os_host_chip(unsigned int cpu)
{
	char path[80];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/topology/physical_package_id", cpu);
	return number_in(path, "%lld", -1);
}

/* As the kernel counts: -1 with a deadline, 0 .. 99 for real time, from 100 on by niceness. */
static uint64_t priority(void)
{
	struct sched_param param;

	if ((sched_getscheduler(task_tid()) & ~SCHED_RESET_ON_FORK) == POLICY_DEADLINE)
		return (uint64_t)-1;
	if (sched_getparam(task_tid(), &param) == 0 && param.sched_priority > 0)
		return (uint64_t)(99 - param.sched_priority);
	return (uint64_t)(120 + getpriority(PRIO_PROCESS, (id_t)task_tid()));
}

uint64_t os_host_node(unsigned int cpu)
{
	char path[80];
	unsigned int number;

	for (number = 0; number < 1024; number++) {
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/node%u", cpu, number);
		if (access(path, F_OK) == 0)
			return number;
	}
	return 0;
}

long long os_host_stat(unsigned int number, long long otherwise)
{
	char line[1024], *at = NULL, path[40];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", task_pid());
	file = fopen(path, "re");
	if (file && fgets(line, sizeof(line), file))
		at = strrchr(line, ')');
	if (file)
		fclose(file);
	for (; at && number > 2; number--)
		at = strchr(at + 1, ' ');
	return at ? strtoll(at, NULL, 10) : otherwise;
}

/* The number there has its minor's lower bits below its major. */
static uint64_t terminal(void)
{
	uint64_t number = (uint64_t)os_host_stat(7, 0), major = number >> 8 & 0xfff,
		 minor = (number & 0xff) | (number >> 12 & 0xfff00);

	return number == 0 ? (uint64_t)-1 : major << 20 | minor;
}

DT_BY_NAME uint64_t os_fact(enum os_fact fact)
{
	switch (fact) {
	case OS_FACT_THREAD:
		return 0; /* there is no kernel: looking into its structure is a fault, not a wrong value */
	case OS_FACT_PID:
		return (uint64_t)task_pid();
	case OS_FACT_THREAD_KEY:
		if (os_host_timer_key() != 0)
			return os_host_timer_key();
		return (uint64_t)task_tid();
	case OS_FACT_TID:
	case OS_FACT_OWN_TID:
		return (uint64_t)task_tid();
	case OS_FACT_PPID:
		return task_number("status", "PPid: %lld", 0);
	case OS_FACT_UID:
		return task_number("status", "Uid: %lld", 0);
	case OS_FACT_GID:
		return task_number("status", "Gid: %lld", 0);
	case OS_FACT_VTIME:
		return thread_time();
	case OS_FACT_IPL:
		return 0; /* interrupts are the kernel's */
	case OS_FACT_PGID:
		return (uint64_t)getpgid(task_pid());
	case OS_FACT_SID:
		return (uint64_t)getsid(task_pid());
	case OS_FACT_EUID:
		return task_number("status", "Uid: %*d %lld", 0);
	case OS_FACT_EGID:
		return task_number("status", "Gid: %*d %lld", 0);
	case OS_FACT_THREADS:
		return task_number("status", "Threads: %lld", 0);
	case OS_FACT_PRIORITY:
		return priority();
	case OS_FACT_NICE:
		return (uint64_t)(int64_t)getpriority(PRIO_PROCESS, (id_t)task_tid());
	case OS_FACT_POLICY:
		return (uint64_t)(sched_getscheduler(task_tid()) & ~SCHED_RESET_ON_FORK);
	case OS_FACT_BOUND_CPU:
		return bound_cpu();
	case OS_FACT_SYSCALL:
	case OS_FACT_KERNEL_THREAD:
		return 0; /* probes fire in this process's own code, outside of the kernel */
	case OS_FACT_CHIP:
		return os_host_chip(os_cpu_self());
	case OS_FACT_NODE:
		return os_host_node(os_cpu_self());
	case OS_FACT_USER_BITS:
		return sizeof(void *) * 8;
	case OS_FACT_USER_STACK:
		return (uint64_t)os_host_stat(28, 0);
	case OS_FACT_EXIT_STATUS:
		return 0; /* it traces still */
	case OS_FACT_TTY:
		return terminal();
	case OS_FACT_COUNT:
		break;
	}
	return 0;
}

void os_execname(char *dst)
{
	const char *name = program_invocation_short_name;
	size_t len = strnlen(name, OS_EXECNAME_SIZE - 1);
	char path[40];
	FILE *file;

	if (!os_host_task) {
		memcpy(dst, name, len);
		dst[len] = '\0';
		return;
	}
	snprintf(path, sizeof(path), "/proc/%d/comm", task_pid());
	file = fopen(path, "re");
	if (!file || !fgets(dst, OS_EXECNAME_SIZE, file))
		dst[0] = '\0';
	dst[strcspn(dst, "\n")] = '\0';
	if (file)
		fclose(file);
}

long os_execargs(char *dst, size_t size)
{
	size_t len, i;
	char path[40];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/cmdline", task_pid());
	file = fopen(path, "re");
	if (file == NULL || size == 0) {
		if (file != NULL)
			fclose(file);
		return -OS_EFAULT;
	}
	len = fread(dst, 1, size - 1, file);
	fclose(file);
	while (len > 0 && dst[len - 1] == '\0')
		len--;
	for (i = 0; i < len; i++) {
		if (dst[i] == '\0')
			dst[i] = ' ';
	}
	dst[len] = '\0';
	return (long)len;
}

/* parent_of - parent of a process, 0 when it cannot be found. */
static uint64_t parent_of(uint64_t pid)
{
	char path[40];

	snprintf(path, sizeof(path), "/proc/%llu/status", (unsigned long long)pid);
	return number_in(path, "PPid: %lld", 0);
}

bool os_progeny(uint64_t pid)
{
	uint64_t who = (uint64_t)task_pid();
	unsigned int depth;

	for (depth = 0; depth < PROGENY_DEPTH && who != 0; depth++) {
		if (who == pid)
			return true;
		who = parent_of(who);
	}
	return false;
}

/*
 * This process has no kernel locks: the words are read as those of a Linux kernel, so that programs
 * can be tried with locks that they make in their own memory.
 */
bool os_mutex_thread(uint64_t word, uint64_t *ret)
{
	*ret = word & ~(uint64_t)7;
	return true;
}

bool os_rwlock_held(uint32_t word, uint32_t *ret)
{
	uint32_t writer = word & 0xff;

	*ret = word >> 9 ? OS_RW_READ : 0;
	if (writer == 0xff)
		*ret |= OS_RW_WRITE;
	else if (word & 0x1ff)
		*ret |= OS_RW_WRITER_WAITS;
	return true;
}

/* Nor has it mounts. */
long os_path(uint64_t mount, uint64_t name, char *dst, size_t size)
{
	return -OS_EFAULT;
}

unsigned int os_kstack(struct isa_regs *regs, const struct os_extent *hidden, uint64_t *pcs, unsigned int max)
{
	return 0;
}

bool os_kstack_exact(void)
{
	return true; /* there is no stack at all */
}

static int frame_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_uload(dst, addr, size);
}

uint64_t os_memory(void)
{
	return os_host_task ? os_host_task->memory : 0;
}

/* Of a traced process. */
bool os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret)
{
	const struct isa_mem memory = { .load = frame_load };
	const struct isa *isa = os_host_task ? os_host_task->isa : NULL;

	if (!isa)
		return false;
	regs = regs ? regs : os_host_task->regs;
	ret->isa = isa;
	ret->word = isa->word_size;
	ret->pc = isa->pc_get(regs);
	ret->sp = isa->sp_get(regs);
	ret->fp = isa->fp_get(regs);
	if (isa->caller_get(regs, &memory, &ret->link) != 0)
		ret->link = 0;
	ret->called = false;
	ret->memory = os_memory();
	return true;
}

uint32_t os_process_number(void)
{
	return (uint32_t)getpid();
}

uint32_t os_process_parent(uint32_t pid)
{
	return pid == (uint32_t)getpid() ? (uint32_t)getppid() : 0;
}

bool os_processes_permitted(void)
{
	return geteuid() == 0;
}

struct isa_regs *os_user_regs(void)
{
	return os_host_task ? os_host_task->regs : NULL;
}

/* The current process is the tracer itself: acting on it would end the tracing, so these are refused. */
int os_raise(unsigned int signal)
{
	return -OS_EOPNOTSUPP;
}

int os_stop(void)
{
	return -OS_EOPNOTSUPP;
}

int os_panic(void)
{
	return -OS_EOPNOTSUPP;
}

int os_breakpoint(void)
{
	return -OS_EOPNOTSUPP;
}

static const void *packet_data;
static uint32_t packet_length;

void os_host_packet(const void *data, uint32_t length)
{
	packet_data = data;
	packet_length = length;
}

long os_packet(uint64_t packet, void *dst, size_t size, uint32_t *length)
{
	size_t copied = DT_MIN(size, (size_t)packet_length);

	if (packet_data == NULL || packet != (uintptr_t)packet_data || os_kload(dst, packet, copied) != 0)
		return -OS_EFAULT;
	*length = packet_length;
	return (long)copied;
}

const char *os_refuses_packets(void)
{
	return packet_data != NULL ? NULL : "there is no network here";
}

const char *os_refuses_signals(void)
{
	return "the current process is the tracer";
}

const char *os_refuses_panic(void)
{
	return "there is no kernel here";
}

const char *os_refuses_breakpoint(void)
{
	return "there is no kernel here";
}

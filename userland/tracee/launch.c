/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/launch.c - a command is started, and runs to a place.
 *
 * Theory. It stops by itself when it has executed the program (PTRACE_TRACEME). From there it is run to
 * the places that the moment asks for, by breaks of our own, one thread, before anybody else knows it:
 *
 *      exec --> _dl_debug_state(), the second time --> AT_ENTRY --> main()
 *               all libraries are there                 _start        arg0 of __libc_start_main()
 *
 * Then ptrace lets it go with a SIGSTOP, because the engine may need ptrace itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h> /* with NT_PRSTATUS */
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "isa/isa.h"
#include "process/process.h"
#include "tracee/launch.h"

#define BREAKS 2

struct launch {
	const char *procfs;
	pid_t pid;
	int memory; /* /proc/PID/mem */
	const struct isa *isa;
	bool ended; /* it has, or cannot be followed: nothing more can be done with it */
	struct {
		uint64_t addr; /* 0: none */
		uint8_t original[ISA_BREAK_MAX];
	} breaks[BREAKS];
};

/* ---- start ----------------------------------------------------------------------------------- */

static void become(const char *file, char *const argv[], void (*child)(void *arg), void *arg, int failure)
	__attribute__((noreturn));
static void become(const char *file, char *const argv[], void (*child)(void *arg), void *arg, int failure)
{
	int error = 0;

	if (child)
		child(arg);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0)
		execvp(file, argv);
	error = errno;
	(void)!write(failure, &error, sizeof(error));
	_exit(127);
}

/* Until it stops; signals that come meanwhile are its own. Return: false: it has ended. */
static bool wait_trap(struct launch *launch)
{
	int status;

	for (;;) {
		if (waitpid(launch->pid, &status, 0) != launch->pid) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (!WIFSTOPPED(status))
			break;
		if (WSTOPSIG(status) == SIGTRAP)
			return true;
		ptrace(PTRACE_CONT, launch->pid, NULL, (void *)(intptr_t)WSTOPSIG(status));
	}
	launch->ended = true;
	return false;
}

/* 0, or errno. */
static int start(struct launch *launch, const char *file, char *const argv[], void (*child)(void *arg), void *arg)
{
	int ends[2], error = 0;

	if (pipe2(ends, O_CLOEXEC) == -1)
		return errno;
	launch->pid = fork();
	if (launch->pid == 0)
		become(file, argv, child, arg, ends[1]);
	error = launch->pid == -1 ? errno : 0;
	close(ends[1]);
	if (!error && !wait_trap(launch) && read(ends[0], &error, sizeof(error)) != sizeof(error))
		error = ECHILD;
	close(ends[0]);
	return error;
}

/* ---- registers and memory -------------------------------------------------------------------- */

struct registers {
	struct iovec vector;
	uint64_t words[ISA_REGS_MAX / sizeof(uint64_t) + 16];
};

static struct isa_regs *registers_get(struct launch *launch, struct registers *registers)
{
	registers->vector = (struct iovec){ registers->words, sizeof(registers->words) };
	return ptrace(PTRACE_GETREGSET, launch->pid, (void *)NT_PRSTATUS, &registers->vector) == 0
		       ? (struct isa_regs *)registers->words
		       : NULL;
}

static bool memory_is_open(struct launch *launch)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%d/mem", launch->procfs, (int)launch->pid);
	launch->memory = open(path, O_RDWR | O_CLOEXEC);
	return launch->memory != -1;
}

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	const struct launch *launch = arg;

	return pread(launch->memory, dst, size, (off_t)addr) == (ssize_t)size ? 0 : -EFAULT;
}

static int store(void *arg, uint64_t addr, const void *src, size_t size)
{
	return -EFAULT; /* arguments are only read */
}

/* What the kernel told it when it began (getauxval(3)); 0: nothing. */
static uint64_t told(const struct launch *launch, uint64_t what)
{
	uint64_t pair[2] = { 1, 0 }, value = 0;
	size_t word = launch->isa->word_size;
	uint8_t bytes[16];
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%d/auxv", launch->procfs, (int)launch->pid);
	file = fopen(path, "re");
	while (file && pair[0] != AT_NULL && fread(bytes, word, 2, file) == 2) {
		memset(pair, 0, sizeof(pair));
		memcpy(&pair[0], bytes, word); /* all CPUs have the low byte first */
		memcpy(&pair[1], bytes + word, word);
		if (pair[0] == what)
			value = pair[1];
	}
	if (file)
		fclose(file);
	return value;
}

/* ---- breaks ---------------------------------------------------------------------------------- */

static bool break_write(struct launch *launch, unsigned int i)
{
	size_t len = launch->isa->break_len;
	off_t at = (off_t)launch->breaks[i].addr;

	return pread(launch->memory, launch->breaks[i].original, len, at) == (ssize_t)len &&
	       pwrite(launch->memory, launch->isa->break_bytes, len, at) == (ssize_t)len;
}

static void break_remove(struct launch *launch, unsigned int i)
{
	(void)!pwrite(launch->memory, launch->breaks[i].original, launch->isa->break_len,
		      (off_t)launch->breaks[i].addr);
}

/*
 * Run until one of the breaks (0: not used) is executed; they are gone then, and it is next. Return: its
 * index; -1: it has ended.
 */
static int run_to(struct launch *launch, uint64_t first, uint64_t second)
{
	const struct isa *isa = launch->isa;
	struct registers registers;
	struct isa_regs *regs = NULL;
	unsigned int i;
	int hit = -1;

	launch->breaks[0].addr = first;
	launch->breaks[1].addr = second;
	for (i = 0; i < BREAKS; i++) {
		if (launch->breaks[i].addr && !break_write(launch, i))
			launch->breaks[i].addr = 0;
	}
	while (hit < 0 && ptrace(PTRACE_CONT, launch->pid, NULL, NULL) == 0 && wait_trap(launch)) {
		regs = registers_get(launch, &registers);
		for (i = 0; regs && i < BREAKS; i++) {
			if (launch->breaks[i].addr && isa->pc_get(regs) - isa->break_pc_after == launch->breaks[i].addr)
				hit = (int)i;
		}
	}
	for (i = 0; i < BREAKS; i++) {
		if (launch->breaks[i].addr && !launch->ended)
			break_remove(launch, i);
	}
	if (hit >= 0) {
		isa->pc_set(regs, launch->breaks[hit].addr);
		ptrace(PTRACE_SETREGSET, launch->pid, (void *)NT_PRSTATUS, &registers.vector);
	}
	return hit;
}

static bool step(struct launch *launch)
{
	return ptrace(PTRACE_SINGLESTEP, launch->pid, NULL, NULL) == 0 && wait_trap(launch);
}

/* ---- places ---------------------------------------------------------------------------------- */

static bool first_site(void *arg, const struct ldt_site *site)
{
	*(uint64_t *)arg = site->addr;
	return false;
}

/* The entry of a function, as the process is now; 0: there is none. */
static uint64_t function_entry(const struct launch *launch, const char *module, const char *name)
{
	struct ldt_description description = { module, name, "entry" };
	struct ldt_site_error error;
	const char *why;
	struct ldt_target *target = ldt_target_open(launch->procfs, (uint32_t)launch->pid, &why);
	uint64_t addr = 0;

	if (target)
		ldt_sites_each(target, &description, first_site, &addr, &error);
	ldt_target_close(target);
	return addr;
}

/* Finds the CPU of the program's instructions. NULL, or why not: a constant text. */
static const char *find_isa(struct launch *launch)
{
	const char *why;
	struct ldt_target *target = ldt_target_open(launch->procfs, (uint32_t)launch->pid, &why);
	const struct ldt_object *object;

	if (!target)
		return why;
	why = "its instructions are of no CPU that is known";
	for (size_t i = 0; (object = ldt_target_object(target, i)) != NULL; i++) {
		if (object->is_program)
			launch->isa = object->isa;
		else if (object->refused && !object->isa && strcmp(object->refused, "unknown-cpu") != 0)
			why = object->refused; /* a file that cannot be read as one is not known to be the program's */
	}
	ldt_target_close(target);
	return launch->isa ? NULL : why;
}

/* NULL, or why not. */
static const char *run_to_main(struct launch *launch)
{
	const struct isa_mem memory = { .arg = launch, .load = load, .store = store };
	uint64_t addr = function_entry(launch, "a.out", "main"), value;
	struct registers registers;
	struct isa_regs *regs;

	if (!addr) {
		addr = function_entry(launch, NULL, "__libc_start_main");
		if (!addr)
			return "it has no symbol main, and no __libc_start_main (-x evaltime=postinit)";
		if (run_to(launch, addr, 0) < 0)
			return NULL;
		regs = registers_get(launch, &registers);
		if (!regs || launch->isa->user_arg_get(regs, 0, &memory, &value) != 0)
			return "its main cannot be found (-x evaltime=postinit)";
		addr = value;
	}
	run_to(launch, addr, 0);
	return NULL;
}

static const char *run_on(struct launch *launch, enum ldt_evaltime when)
{
	const char *why = when == EVALTIME_EXEC ? NULL : find_isa(launch);
	uint64_t entry, loaded;

	if (when == EVALTIME_EXEC || why)
		return why;
	entry = told(launch, AT_ENTRY);
	if (!entry)
		return "its first instruction is not known";
	loaded = when == EVALTIME_PREINIT ? function_entry(launch, NULL, "_dl_debug_state") : 0;
	/* once before libraries are loaded, once after; a static program has no such thing */
	if (loaded && run_to(launch, loaded, entry) == 0 && step(launch))
		run_to(launch, loaded, entry);
	else if (!loaded)
		run_to(launch, entry, 0);
	return when == EVALTIME_MAIN && !launch->ended ? run_to_main(launch) : NULL;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Until the SIGSTOP that it was let go with has stopped it. */
static bool let_go(struct launch *launch)
{
	int status;

	return ptrace(PTRACE_DETACH, launch->pid, NULL, (void *)(intptr_t)SIGSTOP) == 0 &&
	       waitpid(launch->pid, &status, WUNTRACED) == launch->pid && WIFSTOPPED(status);
}

pid_t ldt_launch(const char *procfs, const char *file, char *const argv[], void (*child)(void *arg), void *arg,
		 enum ldt_evaltime when, char *why, size_t size)
{
	struct launch launch = { .procfs = procfs, .memory = -1 };
	const char *problem = NULL;
	int error = start(&launch, file, argv, child, arg);

	if (!error && !memory_is_open(&launch))
		error = errno;
	if (!error)
		problem = run_on(&launch, when);
	if (launch.memory != -1)
		close(launch.memory);
	if (!error && !problem && !launch.ended && let_go(&launch))
		return launch.pid;
	if (launch.pid > 0 && !launch.ended) {
		kill(launch.pid, SIGKILL);
		waitpid(launch.pid, NULL, 0);
	}
	snprintf(why, size, "%s", error ? strerror(error) : problem ? problem : "it ended before tracing began");
	return -1;
}

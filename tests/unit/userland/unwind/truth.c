/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * truth.c - truth [-n STACKS] [-s STEPS] COMMAND...: stacks of a program that runs, stopped at random moments and
 * STEPS times more, some instructions later each time, walked by our tables and by libdw's own unwinder, which must
 * find the same addresses. The program prints a line when it is ready; it is killed at the end.
 *
 * Our walk may end earlier, where the table says that it knows no rule: one in a hundred. In code
 * without call frames, of which the table knows something all the same, libdw guesses; then our walk
 * must end where all others do. Where the table's frames agree, but lead out of all files, because the
 * call frames of assembler code are wrong, both guess: one in five. Exit status 1 when they do not agree.
 */
#include <elf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/errno.h"
#include "core/unwind/unwind.h"
#include "os/os.h"
#include "unwind/unwind.h"

#include <isa_types.h>

#define FRAMES 256
#define AREAS  256
#define SOME   12 /* instructions from one stack to the next, at most */
#define LEAST  64 /* instructions that the program must have been stopped at: random moments are not all alike */

struct stack {
	uint64_t pcs[FRAMES];
	unsigned int count;
	unsigned int chained; /* by the frame pointer: a guess */
};

static struct {
	const struct isa *isa;
	uint64_t buffer[64];
} regs;

static pid_t child;
static struct dt_unwind_map *map;
static Dwfl *dwfl;
static unsigned long complete, shorter, further, guessed, wrong, frames;
static uint64_t outermost; /* of all complete stacks: the program has one thread */
static unsigned long stops[DT_UNWIND_STOP_COUNT];
static sigset_t children; /* SIGCHLD, blocked */

static void fail(const char *what)
{
	fprintf(stderr, "truth: %s: %s\n", what, strerror(errno));
	if (child > 0)
		kill(child, SIGKILL);
	exit(2);
}

/* ---- the program ----------------------------------------------------------------------------- */

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	struct iovec here = { dst, size }, there = { (void *)(uintptr_t)addr, size };

	(void)arg;
	return process_vm_readv(child, &here, 1, &there, 1, 0) == (ssize_t)size ? 0 : -OS_EFAULT;
}

static const struct isa_mem memory = { .load = load };

/* Lets it run for some milliseconds, or until there is something to read; its signals are handed on. */
static bool run_until(int fd, int milliseconds)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	int status;

	for (; milliseconds > 0; milliseconds -= 2) {
		if (fd != -1 ? poll(&poll_fd, 1, 2) == 1 : usleep(2000) != 0)
			return true;
		while (waitpid(child, &status, WNOHANG) == child) {
			if (!WIFSTOPPED(status) || ptrace(PTRACE_CONT, child, 0, WSTOPSIG(status)) != 0)
				return false;
		}
	}
	return fd == -1;
}

/* Starts it, attaches to it before its first instruction, and waits for its line. */
static void start(char **command)
{
	int begin[2], ready[2];
	char byte;

	if (pipe(begin) != 0 || pipe(ready) != 0)
		fail("pipe");
	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	child = fork();
	if (child == -1)
		fail("fork");
	if (child == 0) {
		sigprocmask(SIG_UNBLOCK, &children, NULL);
		close(begin[1]);
		dup2(ready[1], 1);
		if (read(begin[0], &byte, 1) != 1)
			_exit(1);
		execvp(command[0], command);
		_exit(1);
	}
	if (ptrace(PTRACE_SEIZE, child, 0, PTRACE_O_EXITKILL) != 0)
		fail("PTRACE_SEIZE");
	close(ready[1]);
	if (write(begin[1], "x", 1) != 1 || !run_until(ready[0], 60000) || read(ready[0], &byte, 1) != 1 ||
	    !run_until(-1, 20))
		fail("the program does not become ready");
}

/* Waits until it stops for us. Its signals are handed on, by the same kind of continuation. */
static void wait_for_stop(enum __ptrace_request go)
{
	int status, signal_number;

	for (;;) {
		if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
			fail("the program ended");
		signal_number = WSTOPSIG(status);
		if (status >> 16 == PTRACE_EVENT_STOP || (go == PTRACE_SINGLESTEP && signal_number == SIGTRAP))
			return;
		if (ptrace(go, child, 0, signal_number) != 0)
			fail("ptrace");
	}
}

static unsigned int random_below(unsigned int below)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned int)(state % below);
}

/*
 * Lets it run for up to one and a half milliseconds. A signal that comes to it meanwhile is handed on at once: it
 * would wait for that, and all moments would be the first one of its handler.
 */
static void run_a_while(void)
{
	struct timespec end, now, left;
	int status;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_nsec += random_below(1500000);
	if (ptrace(PTRACE_CONT, child, 0, 0) != 0)
		fail("PTRACE_CONT");
	for (;;) {
		while (waitpid(child, &status, WNOHANG) == child) {
			if (!WIFSTOPPED(status) || ptrace(PTRACE_CONT, child, 0, WSTOPSIG(status)) != 0)
				fail("the program ended");
		}
		clock_gettime(CLOCK_MONOTONIC, &now);
		left.tv_sec = 0;
		left.tv_nsec = end.tv_nsec - now.tv_nsec + (long)(end.tv_sec - now.tv_sec) * 1000000000;
		if (left.tv_nsec <= 0)
			break;
		sigtimedwait(&children, NULL, &left);
	}
	if (ptrace(PTRACE_INTERRUPT, child, 0, 0) != 0)
		fail("PTRACE_INTERRUPT");
	wait_for_stop(PTRACE_CONT);
}

static void run_instructions(unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		if (ptrace(PTRACE_SINGLESTEP, child, 0, 0) != 0)
			fail("PTRACE_SINGLESTEP");
		wait_for_stop(PTRACE_SINGLESTEP);
	}
}

/* ---- our walk -------------------------------------------------------------------------------- */

static struct dt_unwind_table *load_table(struct ldt_unwind *unwind, const char *name)
{
	struct dt_unwind_table *table;
	void *bytes = os_alloc(unwind->size);

	if (!bytes)
		fail("memory");
	memcpy(bytes, unwind->bytes, unwind->size);
	if (dt_unwind_table_load(bytes, unwind->size, &table) != 0) {
		fprintf(stderr, "truth: the table of %s is refused: %s\n", name,
			dt_unwind_refusal(bytes, unwind->size));
		fail("table");
	}
	ldt_unwind_free(unwind);
	return table;
}

/* *@ret is added to the file's addresses when its offset @offset is mapped at @start. */
static bool find_bias(Elf *elf, uint64_t start, uint64_t offset, uint64_t *ret)
{
	GElf_Phdr header;

	for (int i = 0; gelf_getphdr(elf, i, &header); i++) {
		if (header.p_type == PT_LOAD && offset >= header.p_offset / 4096 * 4096 &&
		    offset < header.p_offset + header.p_filesz) {
			*ret = start - (offset - header.p_offset + header.p_vaddr);
			return true;
		}
	}
	return false;
}

static bool map_file(const char *path, struct dt_unwind_area *area, uint64_t offset)
{
	int fd = open(path, O_RDONLY);
	struct ldt_unwind unwind;
	const char *why = NULL;
	bool done = false;
	Elf *elf;

	if (fd == -1)
		return false;
	if (ldt_unwind_of_fd(fd, &unwind, &why)) {
		elf = elf_begin(fd, ELF_C_READ, NULL);
		done = find_bias(elf, area->start, offset, &area->bias);
		area->table = load_table(&unwind, path);
		elf_end(elf);
	} else {
		fprintf(stderr, "truth: %s has no table: %s\n", path, why ? why : "no call frames");
	}
	close(fd);
	return done;
}

static bool map_vdso(struct dt_unwind_area *area)
{
	size_t size = (size_t)(area->end - area->start);
	struct ldt_unwind unwind;
	char *image = malloc(size);
	const char *why = NULL;
	bool done =
		image && load(NULL, area->start, image, size) == 0 && ldt_unwind_of_image(image, size, &unwind, &why);

	free(image);
	if (!done)
		return false;
	area->bias = area->start;
	area->table = load_table(&unwind, "the vDSO");
	return true;
}

static void open_map(void)
{
	struct dt_unwind_area areas[AREAS];
	unsigned int count = 0;
	char name[64], line[4400];
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/maps", (int)child);
	file = fopen(name, "r");
	while (file && count < AREAS && fgets(line, sizeof(line), file)) {
		unsigned long long start, end, offset;
		struct dt_unwind_area *area = &areas[count];
		char mode[8], path[4096] = "";

		if (sscanf(line, "%llx-%llx %7s %llx %*s %*s %4095s", &start, &end, mode, &offset, path) < 4 ||
		    mode[2] != 'x')
			continue;
		*area = (struct dt_unwind_area){ .start = start, .end = end };
		if (strcmp(path, "[vdso]") == 0 ? map_vdso(area) : *path == '/' && map_file(path, area, offset))
			count++;
	}
	if (!file || dt_unwind_map_new(areas, count, &map) != 0)
		fail("maps");
	for (unsigned int i = 0; i < count; i++)
		dt_unwind_table_put(areas[i].table);
	fclose(file);
}

/* Registers of the program as the kernel keeps them. */
static void read_registers(void)
{
	struct iovec room = { regs.buffer, sizeof(regs.buffer) };

	if (ptrace(PTRACE_GETREGSET, child, NT_PRSTATUS, &room) != 0)
		fail("PTRACE_GETREGSET");
	regs.isa = &isa_self;
	if (room.iov_len == isa_i386.regs_size)
		regs.isa = &isa_i386; /* a 32-bit program under a 64-bit kernel */
}

static enum dt_unwind_stop walk_by_tables(struct stack *stack)
{
	const struct isa_regs *file = (const struct isa_regs *)regs.buffer;
	struct dt_unwind_walk walk = { .isa = regs.isa, .mem = &memory, .map = map, .word = regs.isa->word_size };

	walk.pc = walk.isa->pc_get(file);
	walk.sp = walk.isa->sp_get(file);
	walk.fp = walk.isa->fp_get(file);
	if (walk.isa->caller_get(file, &memory, &walk.link) != 0)
		walk.link = 0;
	stack->count = dt_unwind(&walk, stack->pcs, FRAMES);
	stack->chained = walk.chained;
	return walk.stop;
}

/* ---- libdw's --------------------------------------------------------------------------------- */

static int no_debuginfo(Dwfl_Module *module DT_UNUSED, void **user DT_UNUSED, const char *name DT_UNUSED,
			Dwarf_Addr base DT_UNUSED, const char *file DT_UNUSED, const char *link DT_UNUSED,
			GElf_Word crc DT_UNUSED, char **found DT_UNUSED)
{
	return -1;
}

/*
 * The program's memory and registers. libdw could find them itself, but 0.188 reads 8 bytes where an expression
 * of a 32-bit program wants 4.
 */
static pid_t next_thread(Dwfl *of DT_UNUSED, void *arg DT_UNUSED, void **thread)
{
	pid_t first = *thread ? 0 : child;

	*thread = &child;
	return first;
}

static bool read_memory(Dwfl *of DT_UNUSED, Dwarf_Addr addr, Dwarf_Word *ret, void *arg DT_UNUSED)
{
	*ret = 0;
	return load(NULL, addr, ret, regs.isa->word_size) == 0;
}

static bool set_registers(Dwfl_Thread *thread, void *arg DT_UNUSED)
{
	const struct isa_regs *file = (const struct isa_regs *)regs.buffer;
	Dwarf_Word value;

	for (unsigned int i = 0; i < regs.isa->reg_count; i++) {
		value = regs.isa->reg_get(file, i);
		if (regs.isa->regs[i].dwarf >= 0) /* libdw does not want all of them */
			(void)dwfl_thread_state_registers(thread, regs.isa->regs[i].dwarf, 1, &value);
	}
	dwfl_thread_state_register_pc(thread, regs.isa->pc_get(file));
	return true;
}

static void open_dwfl(void)
{
	static const Dwfl_Callbacks callbacks = { .find_elf = dwfl_linux_proc_find_elf,
						  .find_debuginfo = no_debuginfo };
	static const Dwfl_Thread_Callbacks threads = { .next_thread = next_thread,
						       .memory_read = read_memory,
						       .set_initial_registers = set_registers };

	dwfl = dwfl_begin(&callbacks);
	if (!dwfl || dwfl_linux_proc_report(dwfl, child) != 0 || dwfl_report_end(dwfl, NULL, NULL) != 0 ||
	    !dwfl_attach_state(dwfl, NULL, child, &threads, NULL))
		fail(dwfl_errmsg(-1));
}

static int add_frame(Dwfl_Frame *frame, void *arg)
{
	struct stack *stack = arg;
	Dwarf_Addr pc;

	if (stack->count == FRAMES || !dwfl_frame_pc(frame, &pc, NULL))
		return DWARF_CB_ABORT;
	stack->pcs[stack->count++] = pc;
	return DWARF_CB_OK;
}

static void walk_by_libdw(struct stack *stack)
{
	stack->count = 0;
	dwfl_getthread_frames(dwfl, child, add_frame, stack); /* at the end of the stack, too, it may say: an error */
}

/* Whether the file's call frames say something of an address: otherwise libdw guesses, too. */
static bool has_call_frame(uint64_t pc)
{
	Dwfl_Module *module = dwfl_addrmodule(dwfl, pc);
	Dwarf_Frame *frame;
	Dwarf_Addr bias;
	Dwarf_CFI *cfi = module ? dwfl_module_eh_cfi(module, &bias) : NULL;

	if (!cfi || dwarf_cfi_addrframe(cfi, pc - bias, &frame) != 0)
		return false;
	free(frame);
	return true;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static int compare_addresses(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

/* How many different ones there are; they get sorted. */
static unsigned int count_different(uint64_t *addresses, unsigned int count)
{
	unsigned int different = 0;

	qsort(addresses, count, sizeof(*addresses), compare_addresses);
	for (unsigned int i = 0; i < count; i++)
		different += i == 0 || addresses[i] != addresses[i - 1];
	return different;
}

static void print_stack(const char *whose, const struct stack *stack)
{
	printf("  %s:", whose);
	for (unsigned int i = 0; i < stack->count; i++)
		printf(" %llx", (unsigned long long)stack->pcs[i]);
	printf("\n");
}

static bool is_outermost(const struct stack *stack)
{
	return outermost == stack->pcs[stack->count - 1];
}

static void compare(void)
{
	struct stack ours, theirs;
	enum dt_unwind_stop stop;
	unsigned long bad = shorter + wrong;
	unsigned int same = 0;

	read_registers();
	stop = walk_by_tables(&ours);
	if (stop == DT_UNWIND_END && !outermost)
		outermost = ours.pcs[ours.count - 1]; /* the first stack of all is not of code without call frames */
	walk_by_libdw(&theirs);
	while (same < ours.count && same < theirs.count && ours.pcs[same] == theirs.pcs[same])
		same++;
	stops[stop]++;
	frames += ours.count;
	if (same == ours.count && same == theirs.count)
		complete++;
	else if (same == ours.count && stop != DT_UNWIND_END)
		shorter++;
	else if (same && !has_call_frame(ours.pcs[same - 1]))
		is_outermost(&ours) ? further++ : guessed++;
	else
		wrong++;
	if (shorter + wrong > bad && bad < 5) {
		printf("not the same from frame %u on (our walk stopped: %s)\n", same, dt_unwind_stop_name(stop));
		print_stack("ours  ", &ours);
		print_stack("libdw's", &theirs);
	}
}

int main(int argc, char **argv)
{
	unsigned int count = 2000, steps = 20, different;
	uint64_t *pcs;
	int option;

	while ((option = getopt(argc, argv, "+n:s:")) != -1) {
		if (option == 'n')
			count = (unsigned int)atoi(optarg);
		else if (option == 's')
			steps = (unsigned int)atoi(optarg);
		else
			return 2;
	}
	pcs = malloc(count * sizeof(*pcs));
	if (optind == argc || count == 0 || !pcs)
		return 2;
	elf_version(EV_CURRENT);
	start(argv + optind);
	if (ptrace(PTRACE_INTERRUPT, child, 0, 0) != 0)
		fail("PTRACE_INTERRUPT");
	wait_for_stop(PTRACE_CONT);
	open_map();
	open_dwfl();
	for (unsigned int i = 0; i < count; i++) {
		if (i % (steps + 1) == 0)
			run_a_while();
		else
			run_instructions(1 + random_below(SOME));
		compare();
		pcs[i] = regs.isa->pc_get((const struct isa_regs *)regs.buffer);
	}
	different = count_different(pcs, count);
	free(pcs);
	kill(child, SIGKILL);
	dwfl_end(dwfl);
	dt_unwind_map_free(map);
	printf("%u stacks at %u instructions, %lu frames: %lu the same, %lu shorter, %lu where only ours goes on, %lu "
	       "with other guesses that differ, %lu wrong; ended at:",
	       count, different, frames, complete, shorter, further, guessed, wrong);
	for (unsigned int i = 0; i < DT_UNWIND_STOP_COUNT; i++) {
		if (stops[i])
			printf(" %s %lu", dt_unwind_stop_name(i), stops[i]);
	}
	printf("\n");
	if (different < LEAST)
		printf("the moments are not random: the program is always at the same few instructions\n");
	return wrong || shorter > count / 100 || guessed > count / 5 || different < LEAST;
}

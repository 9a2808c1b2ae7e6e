// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * comer - a program that executes what is traced at once when it begins, or when it has loaded it, in known numbers:
 *
 *   comer call N          calls come_called() N times
 *   comer tree N          the same; then a child of fork() does, which executes `comer call N` then
 *   comer many C N        C children of fork(), at once, that execute `comer call N`
 *   comer probe N         reaches the probe comer:step N times, while its semaphore is not 0
 *   comer load FILE N     maps FILE, a copy of this program, as a loader does, part by part; calls its come_called() N times,
 *                         and reaches its probe as often as its own semaphore says
 *   comer wait            waits for a line on its input, then calls come_called() once
 *
 * Prints "called N", "stepped N". Exit status 1 after a line "wrong: ...".
 */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../userland/usdt/probe_macros.h"

ANYTRACE_SDT_SEMAPHORE(comer_step);

/* They use nothing but their arguments, so a copy of them elsewhere works as they do. */
__attribute__((noinline, noclone)) uint64_t come_called(uint64_t value)
{
	return value * 3 + 1;
}

__attribute__((noinline, noclone)) uint64_t come_step(uint64_t number)
{
	ANYTRACE_SDT_LET(anytrace_0, number);

	ANYTRACE_SDT_BEGIN
	__asm__ __volatile__(ANYTRACE_SDT_NOTE("comer", "step", "comer_step_semaphore", ANYTRACE_SDT_TEXT(0))
			     :
			     : ANYTRACE_SDT_ARG(0)
			     : "memory");
	ANYTRACE_SDT_END
	return number;
}

static void wrong(const char *what)
{
	printf("wrong: %s\n", what);
	fflush(stdout);
	_exit(1);
}

static void call(uint64_t (*function)(uint64_t value), long count)
{
	for (long i = 0; i < count; i++) {
		if (function((uint64_t)i) != (uint64_t)i * 3 + 1)
			wrong("a result");
	}
	printf("called %ld\n", count);
	fflush(stdout);
}

/* How often it was reached. */
static long step(uint64_t (*function)(uint64_t number), const volatile unsigned short *semaphore, long count)
{
	long stepped = 0;

	for (long i = 0; i < count; i++) {
		if (!*semaphore)
			continue;
		if (function((uint64_t)i) != (uint64_t)i)
			wrong("a result");
		stepped++;
	}
	return stepped;
}

static void execute_call(const char *count)
{
	execl("/proc/self/exe", "comer", "call", count, (char *)NULL);
	wrong("exec");
}

static void wait_for(pid_t child)
{
	int status;

	if (waitpid(child, &status, 0) != child || status != 0)
		wrong("a child");
}

static void tree(const char *count)
{
	pid_t child;

	call(come_called, atol(count));
	child = fork();
	if (child == 0) {
		call(come_called, atol(count));
		execute_call(count);
	}
	wait_for(child);
}

static void many(long children, const char *count)
{
	pid_t *all = calloc((size_t)children, sizeof(*all));

	for (long i = 0; i < children; i++) {
		all[i] = fork();
		if (all[i] == 0)
			execute_call(count);
	}
	for (long i = 0; i < children; i++)
		wait_for(all[i]);
}

static int protection(const ElfW(Phdr) * part)
{
	return (part->p_flags & PF_R ? PROT_READ : 0) | (part->p_flags & PF_W ? PROT_WRITE : 0) |
	       (part->p_flags & PF_X ? PROT_EXEC : 0);
}

/* Room for all, with the first part's bytes and protection; then the others over it. Return: how far it was moved. */
static uintptr_t load(const char *path)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), low = UINTPTR_MAX, high = 0, base;
	const ElfW(Phdr) * parts;
	const ElfW(Ehdr) * header;
	int file = open(path, O_RDONLY);
	void *at;

	header = mmap(NULL, page, PROT_READ, MAP_PRIVATE, file, 0);
	if (file == -1 || header == MAP_FAILED)
		wrong("no such file");
	parts = (const ElfW(Phdr) *)((const char *)header + header->e_phoff);
	for (int i = 0; i < header->e_phnum; i++) {
		if (parts[i].p_type != PT_LOAD)
			continue;
		low = parts[i].p_vaddr < low ? parts[i].p_vaddr & -page : low;
		high = parts[i].p_vaddr + parts[i].p_memsz > high ? parts[i].p_vaddr + parts[i].p_memsz : high;
	}
	at = mmap(NULL, high - low, PROT_READ, MAP_PRIVATE, file, 0);
	if (at == MAP_FAILED)
		wrong("no room");
	base = (uintptr_t)at - low;
	for (int i = 0; i < header->e_phnum; i++) {
		uintptr_t start = parts[i].p_vaddr & -page, inside = parts[i].p_vaddr - start;

		if (parts[i].p_type == PT_LOAD &&
		    mmap((void *)(base + start), parts[i].p_filesz + inside, protection(&parts[i]),
			 MAP_PRIVATE | MAP_FIXED, file, (off_t)(parts[i].p_offset - inside)) == MAP_FAILED)
			wrong("a part");
	}
	return base;
}

int main(int argc, char **argv)
{
	const char *act = argc > 1 ? argv[1] : "", *count = argc > 2 ? argv[argc - 1] : "0";

	if (strcmp(act, "call") == 0) {
		call(come_called, atol(count));
	} else if (strcmp(act, "tree") == 0) {
		tree(count);
	} else if (strcmp(act, "many") == 0 && argc == 4) {
		many(atol(argv[2]), count);
	} else if (strcmp(act, "probe") == 0) {
		printf("stepped %ld\n", step(come_step, &comer_step_semaphore, atol(count)));
	} else if (strcmp(act, "load") == 0 && argc == 4) {
		uintptr_t moved = load(argv[2]);

		call((uint64_t(*)(uint64_t))(moved + (uintptr_t)come_called), atol(count));
		printf("stepped %ld\n",
		       step((uint64_t(*)(uint64_t))(moved + (uintptr_t)come_step),
			    (const volatile unsigned short *)(moved + (uintptr_t)&comer_step_semaphore), atol(count)));
	} else if (strcmp(act, "wait") == 0) {
		getchar();
		call(come_called, 1);
	} else {
		wrong("which act?");
	}
	return 0;
}

// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * thrower - throws the text of a file that it executes away, in every way that there is:
 *
 *   thrower FILE OTHER COUNT
 *
 * FILE and OTHER are copies of this program; each is mapped as the text of a library is. Prints "ready". After a line
 * on its input it calls FILE's thrower_called() COUNT times after each of these: it was mapped; its pages were thrown
 * away; it was unmapped and mapped again; it was mapped over itself; it was made unreadable and executable again; it
 * was moved elsewhere (`elsewhere`); it was moved back; it was mapped at a second place; at the first one again. Then
 * OTHER's, which is at the first place then. Prints "done". A second line ends it.
 *
 * Exit status 1, after a line "wrong: ...", when a call failed or a result was wrong.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* It uses nothing but its argument, so a copy of it elsewhere works as it does. */
__attribute__((noinline, noclone)) uint64_t thrower_called(uint64_t value)
{
	for (unsigned int i = 0; i < 4; i++)
		value = value * 5 + i;
	return value;
}

/* The text of a file. */
static struct text {
	int file;
	off_t offset;
	size_t size, function; /* where thrower_called() is in it */
} one, other;

static long count;

static void need(int good, const char *what)
{
	if (good)
		return;
	printf("wrong: %s\n", what);
	exit(1);
}

static void open_text(struct text *text, const char *path)
{
	ElfW(Ehdr) header;
	ElfW(Phdr) part;
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start;
	extern const char __executable_start[];
	uintptr_t function = (uintptr_t)thrower_called;

	text->file = open(path, O_RDONLY);
	need(pread(text->file, &header, sizeof(header), 0) == sizeof(header), "no such file");
	if (header.e_type == ET_DYN)
		function -= (uintptr_t)__executable_start;
	for (int i = 0; i < header.e_phnum; i++) {
		pread(text->file, &part, sizeof(part), (off_t)(header.e_phoff + (size_t)i * sizeof(part)));
		if (part.p_type != PT_LOAD || !(part.p_flags & PF_X))
			continue;
		start = part.p_vaddr & -page;
		text->offset = (off_t)(part.p_offset & -page);
		text->size = (part.p_vaddr + part.p_memsz - start + page - 1) & -page;
		text->function = function - start;
	}
	need(text->size > text->function, "no text");
}

/* NULL: anywhere. */
static void *map(const struct text *text, void *at)
{
	void *mapped = mmap(at, text->size, PROT_READ | PROT_EXEC, MAP_PRIVATE | (at ? MAP_FIXED : 0), text->file,
			    text->offset);

	need(mapped != MAP_FAILED, "mmap");
	return mapped;
}

static void call(const struct text *text, void *at)
{
	uint64_t (*function)(uint64_t) = (uint64_t(*)(uint64_t))((uintptr_t)at + text->function);

	for (long i = 0; i < count; i++)
		need(function((uint64_t)i) == thrower_called((uint64_t)i), "a result");
}

static void *move(const struct text *text, void *from, void *to)
{
	void *moved = mremap(from, text->size, text->size, MREMAP_MAYMOVE | MREMAP_FIXED, to);

	need(moved == to, "mremap");
	return moved;
}

static void wait_line(void)
{
	char line[16];

	if (!fgets(line, sizeof(line), stdin))
		exit(2);
}

int main(int argc, char **argv)
{
	void *first, *second;

	setvbuf(stdout, NULL, _IOLBF, 0);
	need(argc == 4, "thrower FILE OTHER COUNT");
	open_text(&one, argv[1]);
	open_text(&other, argv[2]);
	count = strtol(argv[3], NULL, 10);
	first = mmap(NULL, one.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	second = mmap(NULL, one.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	need(first != MAP_FAILED && second != MAP_FAILED, "room");
	printf("ready\n");
	wait_line();
	map(&one, first);
	call(&one, first);
	need(madvise(first, one.size, MADV_DONTNEED) == 0, "madvise");
	call(&one, first);
	need(munmap(first, one.size) == 0, "munmap");
	map(&one, first);
	call(&one, first);
	map(&one, first);
	call(&one, first);
	need(mprotect(first, one.size, PROT_NONE) == 0 && mprotect(first, one.size, PROT_READ | PROT_EXEC) == 0,
	     "mprotect");
	call(&one, first);
	call(&one, move(&one, first, second));
	call(&one, move(&one, second, first));
	need(munmap(first, one.size) == 0, "munmap");
	map(&one, second);
	call(&one, second);
	need(munmap(second, one.size) == 0, "munmap");
	map(&one, first);
	call(&one, first);
	need(munmap(first, one.size) == 0, "munmap");
	map(&other, first);
	call(&other, first);
	printf("done\n");
	wait_line();
	return 0;
}

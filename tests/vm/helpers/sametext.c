/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sametext PID...: compares the text of processes with the files that it is mapped from. It reads by process_vm_readv(), which shows
 * the breaks of a tracer, too. Prints each byte that differs; status 0 when none does, or the process has gone meanwhile.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define PIECE 4096

static int compare(pid_t pid, unsigned long addr, const char *path, int file, unsigned long offset)
{
	unsigned char text[PIECE], original[PIECE];
	struct iovec here = { text, PIECE }, there = { (void *)addr, PIECE };
	ssize_t size = pread(file, original, PIECE, (off_t)offset);
	int differ = 0;

	if (size <= 0 || process_vm_readv(pid, &here, 1, &there, 1, 0) != PIECE)
		return 0;
	for (ssize_t i = 0; i < size; i++) {
		if (text[i] == original[i])
			continue;
		printf("process %d: %s+%#lx: %02x, not %02x\n", (int)pid, path, offset + (unsigned long)i, text[i],
		       original[i]);
		differ = 1;
	}
	return differ;
}

static int compare_mapping(pid_t pid, const char *line)
{
	unsigned long start, end, offset;
	char flags[5], path[256], root[320];
	int file, differ = 0;

	if (sscanf(line, "%lx-%lx %4s %lx %*s %*s %255s", &start, &end, flags, &offset, path) != 5 || flags[2] != 'x' ||
	    path[0] != '/')
		return 0;
	snprintf(root, sizeof(root), "/proc/%d/root%s", (int)pid, path);
	file = open(root, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return 0;
	for (; start < end; start += PIECE, offset += PIECE)
		differ |= compare(pid, start, path, file, offset);
	close(file);
	return differ;
}

int main(int argc, char **argv)
{
	char path[64], line[512];
	int differ = 0;
	FILE *maps;

	for (int i = 1; i < argc; i++) {
		snprintf(path, sizeof(path), "/proc/%s/maps", argv[i]);
		maps = fopen(path, "r");
		while (maps && fgets(line, sizeof(line), maps))
			differ |= compare_mapping(atoi(argv[i]), line);
		if (maps)
			fclose(maps);
	}
	return differ;
}

// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * namespaces - a program with three libraries of one name, in three namespaces of the loader:
 *
 *   namespaces N [wait]
 *
 * It calls labs() of its own C library 4 N times, that of a second one 2 N times, that of a third one N times. The second and
 * the third are loaded by dlmopen(), each right before its calls. With `wait` it prints "ready", and calls all of them once
 * more, as often, for each line on its input but "end". Prints "called N" for each library, and "done" at the end of the calls.
 * Exit status 1 after a line "wrong: ...".
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void call(void *library, long count)
{
	using function = long(long);
	auto *there = library ? reinterpret_cast<function *>(dlsym(library, "labs")) : nullptr;
	long sum = 0;

	if (!there) {
		printf("wrong: %s\n", dlerror());
		exit(1);
	}
	for (long i = 0; i < count; i++)
		sum += there(-i);
	if (sum != count * (count - 1) / 2) {
		printf("wrong: a sum of %ld\n", sum);
		exit(1);
	}
	printf("called %ld\n", count);
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? atol(argv[1]) : 1;
	void *libraries[3];
	char line[80];

	setvbuf(stdout, nullptr, _IOLBF, 0);
	for (int i = 0; i < 3; i++) {
		libraries[i] = i ? dlmopen(LM_ID_NEWLM, "libc.so.6", RTLD_NOW) : dlopen("libc.so.6", RTLD_NOW);
		call(libraries[i], 4 * count >> i);
	}
	if (argc < 3)
		return 0;
	printf("ready\n");
	while (fgets(line, sizeof(line), stdin) && strcmp(line, "end\n") != 0) {
		for (int i = 0; i < 3; i++)
			call(libraries[i], 4 * count >> i);
		printf("done\n");
	}
	return 0;
}

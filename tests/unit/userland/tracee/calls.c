/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * calls.c - a program whose calls are known: for each line on its standard input it does what the
 * line says, and prints the sum of the results. A letter and a number: `a 100`.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRACED __attribute__((noinline, noclone, used)) extern

TRACED int add(int a, int b)
{
	return a + b;
}

/* Several ways out. */
TRACED int sign(int a)
{
	if (a < 0)
		return -1;
	__asm__ volatile("");
	return a > 0 ? 1 : 0;
}

TRACED int factorial(int n)
{
	int less = n;

	if (n < 2)
		return 1;
	less = factorial(n - 1);
	__asm__ volatile("" : "+r"(less));
	return n * less;
}

/* Ends in a jump to add(). */
TRACED __attribute__((optimize("O2"))) int forward(int a)
{
	return add(a, a);
}

TRACED long ten(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static void *work(void *arg)
{
	int i, n = *(int *)arg;
	long sum = 0;

	for (i = 0; i < n; i++)
		sum += add(i, 1);
	return (void *)sum;
}

static long by_threads(int n)
{
	pthread_t threads[4];
	long sum = 0;
	void *one;
	int i;

	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, &n);
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], &one);
		sum += (long)one;
	}
	return sum;
}

static long by_children(int n)
{
	int i, status;
	long sum = 0;

	for (i = 0; i < n; i++) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(add(i, 1) & 127);
		waitpid(pid, &status, 0);
		sum += WIFEXITED(status) ? WEXITSTATUS(status) : 1000000;
	}
	return sum;
}

static long by_library(const char *name)
{
	void *library = dlopen(name, RTLD_NOW);
	int (*function)(int) = library ? (int (*)(int))dlsym(library, "in_library") : NULL;

	return function ? function(3) : -1;
}

/* For four seconds: a consumer that looks for new libraries finds it meanwhile. */
static long by_library_again(const char *name)
{
	long sum = 0;
	int i;

	for (i = 0; i < 400; i++) {
		sum += by_library(name);
		usleep(10000);
	}
	return sum;
}

static long obey(char what, int n, const char *text)
{
	long sum = 0;
	int i;

	for (i = 0; i < n && strchr("asftv", what); i++) {
		sum += what == 'a'   ? add(i, 1)
		       : what == 's' ? sign(i - 1)
		       : what == 'f' ? factorial(5)
		       : what == 't' ? forward(i)
				     : ten(i, 1, 2, 3, 4, 5, 6, 7, 8, 9);
	}
	switch (what) {
	case 'p':
		return by_threads(n);
	case 'c':
		return by_children(n);
	case 'l':
		return by_library(text);
	case 'L':
		return by_library_again(text);
	case 'e':
		execl("/bin/true", "true", (char *)NULL);
		return -1;
	case 'x':
		exit(n);
	default:
		return sum;
	}
}

int main(int argc, char **argv)
{
	char line[512];

	if (argc > 1) { /* the commands are arguments */
		printf("%ld\n", obey(argv[1][0], atoi(argv[1] + 1), argv[1] + 1));
		return argc > 2 ? atoi(argv[2]) : 0;
	}
	printf("%d\n", (int)getpid());
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		printf("%ld\n", obey(line[0], atoi(line + 1), line + 2));
		fflush(stdout);
	}
	return 0;
}

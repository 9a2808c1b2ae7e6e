/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * values.c - fires probes with values of all types, in registers, memory and constants, and compares
 * what their argument programs gave. values TABLE MARKER
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arm.h"
#include "sample.h"

struct request {
	int number;
};

static unsigned int failures, fired;
int global = -77;
static short table[8] = { 1, -2, 3, -4, 5, -6, 7, -8 };

static void expect_one(int line, unsigned int index, uint64_t wanted)
{
	if (!arm_last.faulted[index] && arm_last.args[index] == wanted)
		return;
	printf("line %d: %s: argument %u is %llx%s, not %llx\n", line, arm_last.name, index,
	       (unsigned long long)arm_last.args[index], arm_last.faulted[index] ? " (fault)" : "",
	       (unsigned long long)wanted);
	failures++;
}

static void expect_firing(int line, const char *name, unsigned int count)
{
	fired++;
	if (arm_last.count == fired && strcmp(arm_last.name, name) == 0 && arm_last.arg_count == count)
		return;
	printf("line %d: firing %u is of %s with %u arguments, not %u of %s\n", line, arm_last.count, arm_last.name,
	       arm_last.arg_count, fired, name);
	failures++;
	fired = arm_last.count;
}

#define UNSIGNED(x) ((uint64_t)(uintptr_t)(x))
#define SIGNED(x)   ((uint64_t)(int64_t)(x))

__attribute__((noinline)) static void narrow(signed char a, unsigned char b, short c, unsigned short d, int e,
					     unsigned int f)
{
	SAMPLE_NARROW(a, b, c, d, e, f);
	expect_firing(__LINE__, "narrow", 6);
	expect_one(__LINE__, 0, SIGNED(a));
	expect_one(__LINE__, 1, b);
	expect_one(__LINE__, 2, SIGNED(c));
	expect_one(__LINE__, 3, d);
	expect_one(__LINE__, 4, SIGNED(e));
	expect_one(__LINE__, 5, f);
}

__attribute__((noinline)) static void large(long a, unsigned long b, long long c, unsigned long long d, void *e,
					    const char *f)
{
	SAMPLE_LARGE(a, b, c, d, e, f);
	expect_firing(__LINE__, "large", 6);
	expect_one(__LINE__, 0, SIGNED(a));
	expect_one(__LINE__, 1, b);
	expect_one(__LINE__, 2, SIGNED(c));
	expect_one(__LINE__, 3, d);
	expect_one(__LINE__, 4, UNSIGNED(e));
	expect_one(__LINE__, 5, UNSIGNED(f));
}

__attribute__((noinline)) static void places(int index, struct request *request)
{
	char text[12] = "local";
	volatile int on_stack = index * 1000;

	SAMPLE_PLACES(global, table[index], request->number, on_stack, 5, -6, text);
	expect_firing(__LINE__, "places", 7);
	expect_one(__LINE__, 0, SIGNED(global));
	expect_one(__LINE__, 1, SIGNED(table[index]));
	expect_one(__LINE__, 2, SIGNED(request->number));
	expect_one(__LINE__, 3, SIGNED(on_stack));
	expect_one(__LINE__, 4, 5);
	expect_one(__LINE__, 5, SIGNED(-6));
	if (strcmp((const char *)(uintptr_t)arm_last.args[6], "local") != 0) {
		printf("argument 6 is not the text\n");
		failures++;
	}
}

__attribute__((noinline)) static void twelve(int a, int b, int c, int d, int e, int f, long g, long h, long i, long j,
					     long k, long l)
{
	const long wanted[] = { a, b, c, d, e, f, g, h, i, j, k, l };

	SAMPLE_TWELVE(a, b, c, d, e, f, g, h, i, j, k, l);
	expect_firing(__LINE__, "twelve", 12);
	for (unsigned int n = 0; n < 12; n++)
		expect_one(__LINE__, n, SIGNED(wanted[n]));
}

int main(int argc, char **argv)
{
	struct request request = { 123456 };
	unsigned int sites = arm_all(argv[1], strtoull(argv[2], NULL, 16));

	for (int n = -2; n <= 2; n++) {
		narrow((signed char)(n * 50), (unsigned char)(n * 50), (short)(n * 15000), (unsigned short)(n * 15000),
		       n * 1000000000, (unsigned int)n * 1000000000u);
		large(n * 1000000000l, (unsigned long)n, n * 1000000000000000ll, (unsigned long long)n, &request,
		      argv[0]);
		places(n + 3, &request);
		twelve(n, n + 1, n + 2, n + 3, n + 4, n + 5, n * 6, n * 7, n * 8, n * 9, n * 10, -n);
		SAMPLE_NOTHING();
		expect_firing(__LINE__, "nothing", 0);
	}
	printf("%u sites, %u firings, %u failures\n", sites, fired, failures);
	return sites < 5 || fired != 25 || failures;
}

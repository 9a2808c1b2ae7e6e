/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * driver.c - runs a fuzz target without libFuzzer.
 *
 *      fuzz_x [-s SEED] [-n COUNT] [-t SECONDS] [-m BYTES] [-k FOLDER] [FILE...]
 *
 * With files, those are the inputs: the kept corpus of each target is the folder corpus beside it.
 * Otherwise COUNT random ones from SEED on, each a fresh sequence or a mutation of one that got
 * far, which -k keeps as a file; -t ends earlier. Without -s, ANYTRACE_SEED is the seed, and without
 * that the date (20261231 on the last day of 2026), so that every day tries others. The seed is the
 * first line of output: with it and the number that is printed at a finding the run can be repeated.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

#ifdef DTRACE_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_one(data, size);
	return 0;
}
#else

#define KEEP 64

static uint64_t seed;
static uint64_t number;
static uint64_t state;

static void on_abort(int signal_number)
{
	char line[96];
	int size = snprintf(line, sizeof(line), "finding: -s %llu, input %llu\n", (unsigned long long)seed,
			    (unsigned long long)number);

	(void)!write(2, line, (size_t)size);
	_exit(1);
}

static uint64_t next_random(void)
{
	uint64_t mix = state += 0x9e3779b97f4a7c15ull;

	mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9ull;
	mix = (mix ^ (mix >> 27)) * 0x94d049bb133111ebull;
	return mix ^ (mix >> 31);
}

static size_t fresh(uint8_t *data, size_t max)
{
	size_t size = 1 + (size_t)(next_random() % max);

	for (size_t i = 0; i < size; i++)
		data[i] = (uint8_t)next_random();
	return size;
}

static void mutate(uint8_t *data, size_t size)
{
	for (unsigned int changes = 1 + (unsigned int)(next_random() % 8); changes; changes--) {
		size_t at = (size_t)(next_random() % size);

		if (next_random() & 1)
			data[at] ^= (uint8_t)(1u << (next_random() & 7));
		else
			data[at] = (uint8_t)next_random();
	}
}

/*
 * A size that an input asks for is a finding, too: nothing here needs more than all tables of user
 * stacks together (64 MB), and a file of some hundred bytes can ask for gigabytes.
 */
const char *__asan_default_options(void); /* called by the sanitizer */

const char *__asan_default_options(void)
{
	return "max_allocation_size_mb=64";
}

static int run_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	uint8_t *data = malloc(1 << 20);
	size_t size;

	if (!file || !data) {
		fprintf(stderr, "cannot read %s\n", name);
		free(data);
		return 2;
	}
	size = fread(data, 1, 1 << 20, file);
	fclose(file);
	fuzz_one(data, size);
	free(data);
	return 0;
}

static void keep(const char *folder, const uint8_t *data, size_t size)
{
	char name[4096];
	FILE *file;

	if (!folder)
		return;
	snprintf(name, sizeof(name), "%s/%llu-%llu", folder, (unsigned long long)seed, (unsigned long long)number);
	file = fopen(name, "wb");
	if (!file || fwrite(data, 1, size, file) != size || fclose(file)) {
		fprintf(stderr, "cannot write %s\n", name);
		exit(2);
	}
}

static void run_random(uint64_t count, double seconds, size_t max, const char *folder)
{
	uint8_t *data = malloc(max);
	uint8_t *kept = malloc(KEEP * max);
	size_t sizes[KEEP] = { 0 };
	uint64_t good = 0;
	clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);

	if (!data || !kept)
		exit(2);
	for (number = 0; number < count && (seconds == 0 || clock() < end); number++) {
		unsigned int slot;
		size_t size;

		state = seed * 0x100000001b3ull + number;
		slot = (unsigned int)(next_random() % KEEP);
		size = sizes[slot];
		if (size && next_random() % 4) {
			memcpy(data, kept + slot * max, size);
			mutate(data, size);
		} else {
			size = fresh(data, max);
		}
		if (fuzz_one(data, size)) {
			good++;
			keep(folder, data, size);
			memcpy(kept + slot * max, data, size);
			sizes[slot] = size;
		}
	}
	printf("%llu inputs, %llu got past the outer checks\n", (unsigned long long)number, (unsigned long long)good);
	free(data);
	free(kept);
	if (good == 0)
		exit(3);
}

static uint64_t default_seed(void)
{
	const char *wanted = getenv("ANYTRACE_SEED");
	time_t now = time(NULL);
	struct tm date;

	if (wanted && *wanted)
		return strtoull(wanted, NULL, 0);
	gmtime_r(&now, &date);
	return (uint64_t)(date.tm_year + 1900) * 10000 + (uint64_t)(date.tm_mon + 1) * 100 + (uint64_t)date.tm_mday;
}

int main(int argc, char **argv)
{
	uint64_t count = 0;
	double seconds = 0;
	size_t max = 512;
	int option, status;
	const char *folder = NULL;

	seed = default_seed();
	while ((option = getopt(argc, argv, "s:n:t:m:k:")) != -1) {
		if (option == 's')
			seed = strtoull(optarg, NULL, 0);
		else if (option == 'n')
			count = strtoull(optarg, NULL, 0);
		else if (option == 't')
			seconds = atof(optarg);
		else if (option == 'm')
			max = (size_t)strtoull(optarg, NULL, 0);
		else if (option == 'k')
			folder = optarg;
		else
			return 2;
	}
	signal(SIGABRT, on_abort);
	if (optind < argc) {
		for (status = 0; optind < argc && !status; optind++)
			status = run_file(argv[optind]);
		return status;
	}
	printf("seed %llu\n", (unsigned long long)seed);
	fflush(stdout);
	if (!count)
		count = seconds > 0 ? UINT64_MAX : 1000000; /* as many as the time allows */
	run_random(count, seconds, max, folder);
	return 0;
}
#endif

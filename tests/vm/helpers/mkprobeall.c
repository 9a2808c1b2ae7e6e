// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * mkprobeall - each probe alone, then all of them by groups: armed, some work done, disarmed; a
 * table of what it took.
 *
 *   mkprobeall [-s STRIDE] [-t SECONDS] [-g LEAST] PROVIDER
 *
 * -s: alone only each STRIDE-th probe. -t: no more time than that for the ones alone (the table
 * says how many they were). Groups are halves, quarters, ... of all probes in order of their ids,
 * down to LEAST probes. What is tried next is printed before it is armed, so when the machine dies,
 * the last line of the output names the probe or the group.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <dtrace/ioctl.h>
#include <dtrace/option.h>

#include "../../unit/core/dof_builder.c"

#define BATCH 4000 /* clauses in one DOF */

static uint32_t *ids;
static size_t id_count, room_for;
static uint64_t list_room[32768];

struct sum {
	size_t groups, matched, refused, failed;
	uint64_t firings;
	double seconds, worst;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static int device_open(void)
{
	int fd = open(DTRACE_DEVICE, O_RDWR);

	if (fd < 0) {
		perror(DTRACE_DEVICE);
		exit(1);
	}
	return fd;
}

static void list(const char *provider)
{
	struct dtrace_probelist list = { .buffer = (uintptr_t)list_room };
	int fd = device_open();

	snprintf(list.pattern.provider, sizeof(list.pattern.provider), "%s", provider);
	do {
		const uint8_t *at = (const uint8_t *)list_room;

		list.size = sizeof(list_room);
		if (ioctl(fd, DTRACEIOC_PROBES, &list) != 0) {
			perror("the list of probes");
			exit(1);
		}
		for (uint32_t i = 0; i < list.count; i++) {
			const struct dtrace_probeitem *item = (const struct dtrace_probeitem *)at;

			if (id_count == room_for) {
				room_for = room_for * 2 + 1024;
				ids = realloc(ids, room_for * sizeof(*ids));
			}
			ids[id_count++] = item->id;
			at += item->size;
		}
	} while (list.first != 0);
	close(fd);
}

static bool enable(int fd, struct dof_builder *b, struct sum *sum)
{
	struct dtrace_enable enable = { 0 };
	size_t size;
	void *dof = dofb_finish(b, &size);
	bool good;

	dofb_destroy(b);
	enable.dof = (uintptr_t)dof;
	enable.size = size;
	good = ioctl(fd, DTRACEIOC_ENABLE, &enable) == 0;
	if (!good)
		printf("  refused: %s %s\n", strerror(errno), enable.error);
	sum->matched += enable.matched;
	sum->refused += enable.refused;
	free(dof);
	return good;
}

static bool enable_range(int fd, size_t first, size_t count, struct sum *sum)
{
	struct dof_builder *b = NULL;
	uint32_t actions = 0;

	for (size_t i = 0; i < count; i++) {
		if (i % BATCH == 0) {
			if (b && !enable(fd, b, sum))
				return false;
			b = dofb_create();
			dofb_option(b, DTRACEOPT_BUFSIZE, 4096);
			dofb_option(b, DTRACEOPT_AGGSIZE, 16384);
			dofb_action(b, DTRACEACT_DIFEXPR, dofb_void(b, 0));
			actions = dofb_actions(b);
		}
		dofb_clause(b, dofb_probe(b, ":::", ids[first + i]), DOF_SECIDX_NONE, actions, 0);
	}
	return enable(fd, b, sum);
}

static void work(void)
{
	char text[256];

	for (int i = 0; i < 3; i++) {
		int fd = open("/proc/self/stat", O_RDONLY);

		if (fd < 0 || read(fd, text, sizeof(text)) <= 0 || close(fd) != 0) {
			printf("  the work does not work: %s\n", strerror(errno));
			exit(1);
		}
	}
}

/* Firings of clause @number; an id that is no longer there ends the whole. */
static uint64_t fired(int fd, uint32_t number)
{
	struct dtrace_account account = { .enabling = number };

	if (ioctl(fd, DTRACEIOC_ACCOUNT, &account) != 0)
		return 0;
	if (account.fired != account.recorded + account.predicated + account.dropped + account.faulted) {
		printf("  the ledger of clause %u does not balance\n", number);
		exit(1);
	}
	return account.fired;
}

static void try_range(size_t first, size_t count, struct sum *sum)
{
	double start = now(), took;
	uint32_t cpu;
	int fd = device_open();

	sum->groups++;
	if (!enable_range(fd, first, count, sum) || ioctl(fd, DTRACEIOC_GO, &cpu) != 0) {
		printf("  probes %u to %u cannot be traced: %s\n", ids[first], ids[first + count - 1], strerror(errno));
		sum->failed++;
	} else {
		work();
		if (ioctl(fd, DTRACEIOC_STOP, &cpu) != 0)
			sum->failed++;
		for (size_t i = 0; i < count; i++)
			sum->firings += fired(fd, i);
	}
	close(fd);
	took = now() - start;
	sum->seconds += took;
	if (took > sum->worst)
		sum->worst = took;
}

static void row(const char *what, const struct sum *sum)
{
	printf("%-24s %8zu %9zu %8zu %8zu %12llu %9.2f %9.4f %9.4f\n", what, sum->groups, sum->matched, sum->refused,
	       sum->failed, (unsigned long long)sum->firings, sum->seconds, sum->seconds / sum->groups, sum->worst);
	fflush(stdout);
}

static struct sum alone(size_t stride, double limit)
{
	struct sum sum = { 0 };
	double end = now() + limit;

	for (size_t i = 0; i < id_count && (limit == 0 || now() < end); i += stride) {
		if (sum.groups % 1000 == 0) {
			printf("  alone: from probe %u\n", ids[i]);
			fflush(stdout);
		}
		try_range(i, 1, &sum);
	}
	return sum;
}

static struct sum groups(size_t count)
{
	struct sum sum = { 0 };

	for (size_t first = 0; first < id_count; first += count) {
		size_t part = count < id_count - first ? count : id_count - first;

		printf("  group: probes %u to %u\n", ids[first], ids[first + part - 1]);
		fflush(stdout);
		try_range(first, part, &sum);
	}
	return sum;
}

int main(int argc, char **argv)
{
	size_t stride = 1, least = 1000;
	double limit = 0;
	size_t failed = 0;
	char what[64];
	int option;

	while ((option = getopt(argc, argv, "s:t:g:")) != -1) {
		switch (option) {
		case 's':
			stride = strtoul(optarg, NULL, 0);
			break;
		case 't':
			limit = strtod(optarg, NULL);
			break;
		case 'g':
			least = strtoul(optarg, NULL, 0);
			break;
		default:
			return 2;
		}
	}
	if (optind >= argc || stride == 0 || least == 0)
		return 2;
	list(argv[optind]);
	printf("%zu probes of %s\n", id_count, argv[optind]);
	if (id_count == 0)
		return 1;
	printf("%-24s %8s %9s %8s %8s %12s %9s %9s %9s\n", "WHAT", "GROUPS", "ARMED", "REFUSED", "FAILED", "FIRINGS",
	       "SECONDS", "AVERAGE", "WORST");
	for (size_t size = (id_count + 1) / 2; size >= least; size = (size + 1) / 2) {
		struct sum sum = groups(size);

		snprintf(what, sizeof(what), "groups of %zu", size);
		row(what, &sum);
		failed += sum.failed;
	}
	struct sum sum = alone(stride, limit);

	snprintf(what, sizeof(what), "alone, each %zu.", stride);
	row(what, &sum);
	failed += sum.failed;
	return failed > 0;
}

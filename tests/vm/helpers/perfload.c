// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * perfload - what `perf record` does to a kernel, without perf: samples of the CPU clock with
 * kernel call chains and the tracepoint sched:sched_switch on every CPU, for the seconds given.
 * Fails when the kernel refuses, or when no sample came.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CPUS  8
#define PAGES 9 /* one of control, eight of samples */

static int open_event(struct perf_event_attr *attr, int cpu)
{
	return syscall(SYS_perf_event_open, attr, -1, cpu, -1, 0);
}

static long tracepoint_id(const char *path)
{
	FILE *file = fopen(path, "r");
	long id = -1;

	if (file) {
		if (fscanf(file, "%ld", &id) != 1)
			id = -1;
		fclose(file);
	}
	return id;
}

/* sample - opens @attr on every CPU and maps its buffer; returns how many CPUs it could */
static int sample(struct perf_event_attr *attr, struct perf_event_mmap_page **pages)
{
	size_t size = PAGES * (size_t)sysconf(_SC_PAGESIZE);
	int cpus = 0;

	for (int cpu = 0; cpu < CPUS; cpu++) {
		int fd = open_event(attr, cpu);

		if (fd < 0)
			continue;
		pages[cpus] = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (pages[cpus] == MAP_FAILED) {
			perror("mmap");
			exit(1);
		}
		cpus++;
	}
	return cpus;
}

static unsigned long long bytes(struct perf_event_mmap_page **pages, int cpus)
{
	unsigned long long sum = 0;

	for (int i = 0; i < cpus; i++)
		sum += pages[i]->data_head;
	return sum;
}

int main(int argc, char **argv)
{
	struct perf_event_attr clock_attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(clock_attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.freq = 1,
		.sample_freq = 500,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN,
	};
	struct perf_event_attr switch_attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(switch_attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN,
	};
	struct perf_event_mmap_page *clock_pages[CPUS], *switch_pages[CPUS];
	long id = tracepoint_id("/sys/kernel/tracing/events/sched/sched_switch/id");
	int clocks, switches = 0;

	clocks = sample(&clock_attr, clock_pages);
	if (!clocks) {
		perror("perf_event_open");
		return 1;
	}
	if (id >= 0) {
		switch_attr.config = id;
		switches = sample(&switch_attr, switch_pages);
	}
	sleep(argc > 1 ? atoi(argv[1]) : 3);
	printf("perfload: cpu clock on %d CPU(s): %llu bytes; sched_switch on %d: %llu bytes\n", clocks,
	       bytes(clock_pages, clocks), switches, bytes(switch_pages, switches));
	return bytes(clock_pages, clocks) ? 0 : 1;
}

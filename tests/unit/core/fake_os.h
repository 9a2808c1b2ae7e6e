/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fake_os.h - the smallest operating system under the DIF machine: kernel and user memory are two
 * arrays, of which single pages can be taken away; everything else returns constants that a test
 * can set. CPUs are locks, as in os/host.
 */
#ifndef TESTS_FAKE_OS_H
#define TESTS_FAKE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/dif/machine.h"
#include "os/os.h"

#define FAKE_PAGE  4096u
#define FAKE_PAGES 8u
#define FAKE_CPUS  4u

struct fake_os {
	uint64_t facts[OS_FACT_COUNT]; /* by enum os_fact */
	uint64_t mono, wall;
	const char *execname;
	const char *execargs; /* NULL: -OS_EFAULT */
	bool other_locks;     /* locks are not made as the core knows them */
	uint64_t progeny;     /* os_progeny() is true for this pid */
	uint64_t kstack[8];
	unsigned int kstack_count;
	const struct os_extent *hidden; /* that the last os_kstack() was told */
	bool kstack_exact;              /* the walk finds the caller of a function without a frame */
	uint64_t ustack[8];
	unsigned int ustack_count;
	bool ustack_at_edge; /* of the last walk */
	bool has_user_regs;
	unsigned int alloc_fail; /* the n-th os_alloc from now on fails; 0: none */
	unsigned int allocs;     /* blocks not freed */
	unsigned int syncs;      /* calls of os_sync */
	int kload_size;          /* bytes of the last os_kload */

	/* what core/probe/probe.c and others would return */
	const char *names[4];
	uint32_t probe_id;
	unsigned int aframes;
	const struct os_extent *frames;
	uint64_t args[10];
	int arg_error;
	int speculation;
};

extern struct fake_os fake_os;

/* fake_os_reset - everything as at the start, all pages there and zero. */
void fake_os_reset(void);

/* fake_kernel / fake_user - put bytes into kernel or user memory, 16-aligned; their address. */
uint64_t fake_kernel(const void *data, size_t size);
uint64_t fake_user(const void *data, size_t size);

/* fake_kernel_see - let these bytes of the test count as kernel memory too (in-kernel loads see the strings of other
 * objects). NULL: no more. */
void fake_kernel_see(const void *base, size_t size);

/* fake_kernel_page / fake_user_page - address of a page; *_hole - take it away. */
uint64_t fake_kernel_page(unsigned int page);
uint64_t fake_user_page(unsigned int page);
void fake_kernel_hole(unsigned int page);
void fake_user_hole(unsigned int page);

/* fake_cpu_take / fake_cpu_leave - be in probe context on a CPU (os_cpu_self). */
void fake_cpu_take(unsigned int cpu);
void fake_cpu_leave(void);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * space.h - a text space in this process, for tests of the site layer and of providers of text: for
 * whichever CPU a test program is compiled (dt_fake_tests() in CMakeLists.txt makes one of each).
 *
 * Its text is memory at addresses that a 32-bit CPU has too, so that registers of every CPU can
 * point to it; it is never executed. Everything else a test needs of an operating system is
 * os/host, but that cross calls and grace periods are counted, that memory can be refused for good,
 * and that tasks run when the test says so.
 */
#ifndef TESTS_FAKE_SPACE_H
#define TESTS_FAKE_SPACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <isa_sample.h>

#include "os/os.h"

#define FAKE_TEXT_SIZE  65536u
#define FAKE_STACK_SIZE 4096u
#define FAKE_NOWHERE    UINT64_MAX

struct fake_space {
	struct os_space space;
	uint8_t *text; /* FAKE_TEXT_SIZE bytes */
	uint8_t *original;
	uint8_t *stack;     /* FAKE_STACK_SIZE bytes */
	bool areas_ascend;  /* an area for slots is behind those that were asked for before */
	uint64_t far_slots; /* slots are so many bytes away from the text; 0: near it */

	/* what the operating system knows of the text; NULL, 0: nothing */
	const struct os_func *funcs;
	size_t func_count;
	const uint64_t *thunks;
	size_t thunk_count;
	uint64_t refused_at;   /* an instruction with this byte is "patched-by-kernel", or FAKE_NOWHERE */
	uint64_t changed_at;   /* a patch of this address finds other bytes, or FAKE_NOWHERE */
	unsigned int map_fail; /* so many patches from now on cannot be mapped */
	unsigned int map_good; /* ... but for so many before them */
	uint64_t gone_at;      /* nothing that has this byte can be read, or FAKE_NOWHERE */
	/* sites can be jumps (fake_space_jumps): marks() refuses all functions, reserves a byte (or FAKE_NOWHERE) */
	const char *jumps_refused;
	uint64_t reserved_at;
	void (*waiting)(void);    /* called by grace() */
	void (*looking)(void);    /* called by text_each() of modules */
	void (*yielding)(void);   /* called by os_yield() */
	void (*written)(void);    /* called after each write into the text */
	bool no_memory;           /* there is neither memory nor a slot */
	bool slots_refused;       /* there is no slot */
	bool throwing;            /* it throws text away, and will tell */
	uint64_t origins;         /* a place's origin is this plus its offset in the text; 0: not known */
	bool seen;                /* a debugger controls it, and may have seen breaks */
	unsigned int memory_fail; /* the n-th request for either fails once; 0: none */
	size_t memory_most;       /* no request for more bytes is granted; 0: any */
	void (*reading)(void);    /* called before text is read */
	void (*touched)(void);    /* called when text or slots are read or written */

	/* what happened */
	unsigned int patch_calls, func_walks, reads, syncs, yields, graces, slot_areas, released;
	unsigned int counted; /* calls of count() with 1, less those with -1 */
	unsigned int flushes; /* calls of patch() without a patch */
	size_t slot_bytes;    /* written into slots and stubs */
	int held;             /* sum of the calls of hold() */
	unsigned int pauses;  /* calls of os_event_wait() */
};

extern struct fake_space fake_space;

/*
 * fake_space_setup - a text full of NOPs, nothing known of it; it is the kernel's space. The site
 * layer is opened with dt_sites_init() by the test.
 * fake_space_teardown - fails unless the text is as it was written, and no memory and no slots are
 * left.
 */
void fake_space_setup(void);
void fake_space_teardown(void);

/* fake_space_jumps - its sites can be jumps. After fake_space_setup(). */
void fake_space_jumps(void);

/* fake_at - the address of a byte of the text. */
uint64_t fake_at(size_t offset);

/* fake_write - put instructions into the text, as if they had always been there. */
void fake_write(size_t offset, const void *bytes, size_t size);
#define FAKE_WRITE(offset, sample) fake_write(offset, sample, sizeof(sample) - 1)

/*
 * fake_write_functions - put FUNCTIONS sample functions into the text, from its beginning on;
 * fake_function - the address of one.
 */
void fake_write_functions(void);
uint64_t fake_function(unsigned int function);

/* fake_stack - an address in the middle of the stack, aligned; the stack is cleared. */
uint64_t fake_stack(void);

/* fake_run_task - run the tasks that were queued, if any, in that order. */
void fake_run_task(void);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * speculate.h - tentative recording: data goes to a buffer of its own until the program decides
 * whether to keep it.
 *
 *              speculation()       speculate(), first CPU       speculate(), second CPU
 *   INACTIVE --------------> ACTIVE ------------------> ACTIVE_ONE ------------------> ACTIVE_MANY
 *                              | commit()                 | commit() on that CPU          | commit()
 *                              v                          v                               v
 *                          COMMITTING (the data of this CPU are copied, then INACTIVE)
 *                          COMMITTING_MANY --cleaner--> INACTIVE
 *   discard(): INACTIVE at once when only this CPU has data, else DISCARDING --cleaner--> INACTIVE
 *
 * Each speculation has one buffer per CPU. The cleaner goes to every CPU (one cross call for all of
 * them) and there copies or drops the data in the buffers of speculations that are being committed
 * or discarded.
 */
#ifndef CORE_SPECULATE_H
#define CORE_SPECULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

struct dt_buf;

struct dt_speculation {
	uint32_t state; /* [A] enum dt_spec_state */
	bool cleaning;  /* [C of all] the cleaner is under way for it */
};

/* One speculation on one CPU. */
struct dt_spec_cpu {
	uint8_t *data; /* [C] */
	size_t offset; /* [C] */
	size_t size;   /* [K] */
};

/* All speculations of a consumer. */
struct dt_specs {
	struct dt_speculation *table; /* by id - 1 */
	uint32_t count;
};

/* The part of them that one CPU has. */
struct dt_specs_cpu {
	struct dt_spec_cpu *table; /* by id - 1; NULL: there are none */
	uint64_t busy;             /* [C] speculation() found none free, but some that will be soon */
	uint64_t unavailable;      /* [C] speculation() found none free */
};

/*
 * dt_specs_create - the speculations of a consumer. dt_specs_cpu_create - their buffers on one CPU,
 * of @size bytes each. 0 or -OS_ENOMEM. Context: process.
 */
int dt_specs_create(struct dt_specs *specs, uint32_t count);
void dt_specs_destroy(struct dt_specs *specs);
int dt_specs_cpu_create(const struct dt_specs *specs, struct dt_specs_cpu *mine, size_t size);
void dt_specs_cpu_destroy(const struct dt_specs *specs, struct dt_specs_cpu *mine);

/* dt_speculation_get - a free speculation's id; 0 when there is none (counted). Context: probe context. */
int dt_speculation_get(struct dt_specs *specs, struct dt_specs_cpu *mine);

/*
 * dt_speculate - where the record of an ECB that speculates goes.
 * return:  the buffer; NULL when there is no such speculation now (then nothing is recorded).
 * context: probe context.
 */
struct dt_spec_cpu *dt_speculate(struct dt_specs *specs, struct dt_specs_cpu *mine, uint64_t id);

/*
 * dt_spec_possible - whether a program can have got this id from speculation(): 0 (there was none
 * free) to the number of speculations. The three actions fault on another one.
 * context: probe context.
 */
DT_PROBE_INLINE bool dt_spec_possible(const struct dt_specs *specs, uint64_t id)
{
	return id <= specs->count;
}

/*
 * dt_spec_commit / dt_spec_discard - the actions; @principal is this CPU's. 0 and stale ids are ignored.
 * Context: probe context.
 */
void dt_spec_commit(struct dt_specs *specs, struct dt_specs_cpu *mine, struct dt_buf *principal, uint64_t id);
void dt_spec_discard(struct dt_specs *specs, struct dt_specs_cpu *mine, uint64_t id);

/*
 * The cleaner finishes what several CPUs take part in. dt_specs_clean_begin - whether there is such a speculation.
 * dt_specs_clean_cpu - one CPU's part: on that CPU with interrupts off, or anywhere while it is offline.
 * dt_specs_clean_end - all CPUs have done theirs. Context: process.
 */
bool dt_specs_clean_begin(struct dt_specs *specs);
void dt_specs_clean_cpu(struct dt_specs *specs, struct dt_specs_cpu *mine, struct dt_buf *principal);
void dt_specs_clean_end(struct dt_specs *specs);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * speculate.h - tentative recording: data goes to a buffer of its own until it is known whether it is wanted.
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
 * them) and there copies or drops what lies in the buffers of speculations that are being committed
 * or discarded.
 */
#ifndef CORE_SPECULATE_H
#define CORE_SPECULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_buf;
struct dt_state;
struct dt_state_cpu;

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

/*
 * dt_specs_create - the speculations of a consumer. dt_spec_cpus_create - their buffers on one CPU.
 * 0 or -OS_ENOMEM. Context: process.
 */
int dt_specs_create(struct dt_state *state, uint32_t count);
void dt_specs_destroy(struct dt_state *state);
int dt_spec_cpus_create(const struct dt_state *state, struct dt_state_cpu *sc, size_t size);
void dt_spec_cpus_destroy(const struct dt_state *state, struct dt_state_cpu *sc);

/*
 * dt_speculate - where the record of an ECB that speculates goes.
 * return:  the buffer; NULL when there is no such speculation now (then nothing is recorded).
 * context: probe context.
 */
struct dt_spec_cpu *dt_speculate(struct dt_state *state, struct dt_state_cpu *sc, uint64_t id);

/* dt_spec_commit / dt_spec_discard - the actions. Unknown and stale ids are ignored. Context: probe context. */
void dt_spec_commit(struct dt_state *state, struct dt_state_cpu *sc, uint64_t id);
void dt_spec_discard(struct dt_state *state, struct dt_state_cpu *sc, uint64_t id);

/* dt_specs_clean - finish what several CPUs take part in. Context: process. */
void dt_specs_clean(struct dt_state *state);

#endif

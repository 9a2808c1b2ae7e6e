/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate.c - speculations: states, buffers, cleaning. */
#include "core/state/speculate.h"

#include "core/buffer/buffer.h"
#include "core/framework/framework.h"
#include "core/dif/machine.h"
#include "core/state/state.h"
#include "core/util.h"
#include "os/os.h"

enum dt_spec_state {
	SPEC_INACTIVE,
	SPEC_ACTIVE,
	SPEC_ACTIVE_ONE,
	SPEC_ACTIVE_MANY,
	SPEC_COMMITTING,
	SPEC_COMMITTING_MANY,
	SPEC_DISCARDING,
};

/* ---- life ------------------------------------------------------------------------------------ */

int dt_specs_create(struct dt_state *state, uint32_t count)
{
	if (count == 0)
		return 0;
	state->specs = os_alloc(count * sizeof(*state->specs));
	if (state->specs == NULL)
		return -OS_ENOMEM;
	state->spec_count = count;
	return 0;
}

void dt_specs_destroy(struct dt_state *state)
{
	os_free(state->specs);
	state->specs = NULL;
	state->spec_count = 0;
}

int dt_spec_cpus_create(const struct dt_state *state, struct dt_state_cpu *sc, size_t size)
{
	uint32_t i;

	if (state->spec_count == 0)
		return 0;
	size &= ~(size_t)(DT_RECORD_ALIGN - 1);
	sc->spec = os_alloc(state->spec_count * sizeof(*sc->spec));
	if (sc->spec == NULL)
		return -OS_ENOMEM;
	for (i = 0; i < state->spec_count && size > 0; i++) {
		sc->spec[i].data = os_alloc(size);
		if (sc->spec[i].data == NULL)
			return -OS_ENOMEM;
		sc->spec[i].size = size;
	}
	return 0;
}

void dt_spec_cpus_destroy(const struct dt_state *state, struct dt_state_cpu *sc)
{
	uint32_t i;

	for (i = 0; sc->spec != NULL && i < state->spec_count; i++)
		os_free(sc->spec[i].data);
	os_free(sc->spec);
	sc->spec = NULL;
}

/* ---- in probe context ------------------------------------------------------------------------ */

static DT_PROBE_CTX bool spec_change(struct dt_speculation *spec, uint32_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&spec->state, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

DT_PROBE_CTX int dt_speculation_get(struct dt_state *state)
{
	struct dt_state_cpu *sc = state->cpus[os_cpu_self()];
	bool busy = false;
	uint32_t i, now;

	for (i = 0; i < state->spec_count; i++) {
		now = DT_READ_ONCE(state->specs[i].state);
		if (now == SPEC_INACTIVE && spec_change(&state->specs[i], SPEC_INACTIVE, SPEC_ACTIVE))
			return (int)i + 1;
		if (now >= SPEC_COMMITTING)
			busy = true;
	}
	if (busy)
		sc->counters.specdrops_busy++;
	else
		sc->counters.specdrops_unavail++;
	return 0;
}

static DT_PROBE_CTX struct dt_speculation *spec_by_id(struct dt_state *state, uint64_t id)
{
	return id == 0 || id > state->spec_count ? NULL : &state->specs[id - 1];
}

DT_PROBE_CTX struct dt_spec_cpu *dt_speculate(struct dt_state *state, struct dt_state_cpu *sc, uint64_t id)
{
	struct dt_speculation *spec = spec_by_id(state, id);
	struct dt_spec_cpu *mine;
	uint32_t now, next;

	if (spec == NULL)
		return NULL;
	mine = &sc->spec[id - 1];
	do {
		now = DT_READ_ONCE(spec->state);
		switch (now) {
		case SPEC_ACTIVE:
			next = SPEC_ACTIVE_ONE;
			break;
		case SPEC_ACTIVE_ONE:
			if (mine->offset != 0)
				return mine;
			next = SPEC_ACTIVE_MANY;
			break;
		case SPEC_ACTIVE_MANY:
			return mine;
		default:
			return NULL;
		}
	} while (!spec_change(spec, now, next));
	return mine;
}

/* Move what this CPU has speculated into its principal buffer. */
static DT_PROBE_CTX void spec_copy(struct dt_state_cpu *sc, struct dt_spec_cpu *mine)
{
	uint8_t *room;
	size_t offset, size;

	if (sc->principal.policy != DTRACE_BUFPOLICY_RING) {
		room = mine->offset == 0 ? NULL : dt_buf_reserve(&sc->principal, mine->offset);
		if (room != NULL) {
			dt_memcpy(room, mine->data, mine->offset);
			dt_buf_commit(&sc->principal, mine->offset);
		} else if (mine->offset != 0) {
			sc->principal.drops++;
		}
		mine->offset = 0;
		return;
	}
	/* A ring takes record by record: it has to know the size of each. */
	for (offset = 0; offset < mine->offset; offset += size) {
		size = ((uint32_t *)(mine->data + offset))[1];
		room = dt_buf_reserve(&sc->principal, size);
		if (room == NULL)
			continue;
		dt_memcpy(room, mine->data + offset, size);
		dt_buf_commit(&sc->principal, size);
	}
	mine->offset = 0;
}

DT_PROBE_CTX void dt_spec_commit(struct dt_state *state, struct dt_state_cpu *sc, uint64_t id)
{
	struct dt_speculation *spec = spec_by_id(state, id);
	struct dt_spec_cpu *mine;
	uint32_t now, next;

	if (spec == NULL)
		return;
	mine = &sc->spec[id - 1];
	do {
		now = DT_READ_ONCE(spec->state);
		switch (now) {
		case SPEC_ACTIVE:
			next = SPEC_COMMITTING;
			break;
		case SPEC_ACTIVE_ONE:
			next = mine->offset != 0 ? SPEC_COMMITTING : SPEC_COMMITTING_MANY;
			break;
		case SPEC_ACTIVE_MANY:
			next = SPEC_COMMITTING_MANY;
			break;
		default:
			return;
		}
	} while (!spec_change(spec, now, next));
	spec_copy(sc, mine);
	if (next == SPEC_COMMITTING)
		DT_STORE_RELEASE(&spec->state, SPEC_INACTIVE);
}

DT_PROBE_CTX void dt_spec_discard(struct dt_state *state, struct dt_state_cpu *sc, uint64_t id)
{
	struct dt_speculation *spec = spec_by_id(state, id);
	struct dt_spec_cpu *mine;
	uint32_t now, next;
	size_t had;

	if (spec == NULL)
		return;
	mine = &sc->spec[id - 1];
	had = mine->offset;
	do {
		now = DT_READ_ONCE(spec->state);
		if (now == SPEC_ACTIVE || (now == SPEC_ACTIVE_ONE && had != 0))
			next = SPEC_INACTIVE;
		else if (now == SPEC_ACTIVE_ONE || now == SPEC_ACTIVE_MANY)
			next = SPEC_DISCARDING;
		else
			return;
		mine->offset = 0; /* before another CPU can be given this speculation */
	} while (!spec_change(spec, now, next));
}

/* ---- cleaning -------------------------------------------------------------------------------- */

static void clean_cpu(struct dt_state *state, unsigned int cpu)
{
	struct dt_state_cpu *sc = state->cpus[cpu];
	uint32_t i;

	for (i = 0; sc != NULL && i < state->spec_count; i++) {
		if (!state->specs[i].cleaning)
			continue;
		if (state->specs[i].state == SPEC_COMMITTING_MANY)
			spec_copy(sc, &sc->spec[i]);
		sc->spec[i].offset = 0;
	}
}

static void clean_here(void *arg)
{
	clean_cpu(arg, os_cpu_self());
}

void dt_specs_clean(struct dt_state *state)
{
	bool work = false;
	uint32_t i, now;

	for (i = 0; i < state->spec_count; i++) {
		now = DT_LOAD_ACQUIRE(&state->specs[i].state);
		state->specs[i].cleaning = now == SPEC_COMMITTING_MANY || now == SPEC_DISCARDING;
		work |= state->specs[i].cleaning;
	}
	if (!work)
		return;
	dt_xcall(OS_CPU_ALL, clean_here, state);
	for (i = 0; i < dt_framework.cpu_count; i++) {
		if (!os_cpu_online(i))
			clean_cpu(state, i);
	}
	for (i = 0; i < state->spec_count; i++) {
		if (state->specs[i].cleaning)
			DT_STORE_RELEASE(&state->specs[i].state, SPEC_INACTIVE);
	}
}

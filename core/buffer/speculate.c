/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate.c - speculations: states, buffers, cleaning. */
#include "core/buffer/speculate.h"

#include "core/buffer/buffer.h"
#include "base/memory.h"
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

int dt_specs_create(struct dt_specs *specs, uint32_t count)
{
	if (count == 0)
		return 0;
	specs->table = os_alloc(count * sizeof(*specs->table));
	if (specs->table == NULL)
		return -OS_ENOMEM;
	specs->count = count;
	return 0;
}

void dt_specs_destroy(struct dt_specs *specs)
{
	os_free(specs->table);
	specs->table = NULL;
	specs->count = 0;
}

int dt_specs_cpu_create(const struct dt_specs *specs, struct dt_specs_cpu *mine, size_t size)
{
	uint32_t i;

	if (specs->count == 0)
		return 0;
	size &= ~(size_t)(DT_RECORD_ALIGN - 1);
	mine->table = os_alloc(specs->count * sizeof(*mine->table));
	if (mine->table == NULL)
		return -OS_ENOMEM;
	for (i = 0; i < specs->count && size > 0; i++) {
		mine->table[i].data = os_alloc(size);
		if (mine->table[i].data == NULL)
			return -OS_ENOMEM;
		mine->table[i].size = size;
	}
	return 0;
}

void dt_specs_cpu_destroy(const struct dt_specs *specs, struct dt_specs_cpu *mine)
{
	uint32_t i;

	for (i = 0; mine->table != NULL && i < specs->count; i++)
		os_free(mine->table[i].data);
	os_free(mine->table);
	mine->table = NULL;
}

/* ---- in probe context ------------------------------------------------------------------------ */

static DT_PROBE_CTX bool spec_change(struct dt_speculation *spec, uint32_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&spec->state, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

DT_PROBE_CTX int dt_speculation_get(struct dt_specs *specs, struct dt_specs_cpu *mine)
{
	bool busy = false;
	uint32_t i, now;

	for (i = 0; i < specs->count; i++) {
		now = DT_READ_ONCE(specs->table[i].state);
		if (now == SPEC_INACTIVE && spec_change(&specs->table[i], SPEC_INACTIVE, SPEC_ACTIVE))
			return (int)i + 1;
		if (now >= SPEC_COMMITTING)
			busy = true;
	}
	if (busy)
		mine->busy++;
	else
		mine->unavailable++;
	return 0;
}

static DT_PROBE_CTX struct dt_speculation *spec_by_id(struct dt_specs *specs, uint64_t id)
{
	return id == 0 || id > specs->count ? NULL : &specs->table[id - 1];
}

DT_PROBE_CTX struct dt_spec_cpu *dt_speculate(struct dt_specs *specs, struct dt_specs_cpu *mine, uint64_t id)
{
	struct dt_speculation *spec = spec_by_id(specs, id);
	struct dt_spec_cpu *here;
	uint32_t now, next;

	if (spec == NULL)
		return NULL;
	here = &mine->table[id - 1];
	do {
		now = DT_READ_ONCE(spec->state);
		switch (now) {
		case SPEC_ACTIVE:
			next = SPEC_ACTIVE_ONE;
			break;
		case SPEC_ACTIVE_ONE:
			if (here->offset != 0)
				return here;
			next = SPEC_ACTIVE_MANY;
			break;
		case SPEC_ACTIVE_MANY:
			return here;
		default:
			return NULL;
		}
	} while (!spec_change(spec, now, next));
	return here;
}

/* Move what this CPU has speculated into its principal buffer. */
static DT_PROBE_CTX void spec_copy(struct dt_buf *principal, struct dt_spec_cpu *here)
{
	uint8_t *room;
	size_t offset, size;

	if (principal->policy != DTRACE_BUFPOLICY_RING) {
		room = here->offset == 0 ? NULL : dt_buf_reserve(principal, here->offset);
		if (room != NULL) {
			dt_memcpy(room, here->data, here->offset);
			dt_buf_commit(principal, here->offset);
		} else if (here->offset != 0) {
			principal->drops++;
		}
		here->offset = 0;
		return;
	}
	/* Copy into a ring record by record: the ring has to know the size of each. */
	for (offset = 0; offset < here->offset; offset += size) {
		size = ((uint32_t *)(here->data + offset))[1];
		room = dt_buf_reserve(principal, size);
		if (room == NULL)
			continue;
		dt_memcpy(room, here->data + offset, size);
		dt_buf_commit(principal, size);
	}
	here->offset = 0;
}

DT_PROBE_CTX void dt_spec_commit(struct dt_specs *specs, struct dt_specs_cpu *mine, struct dt_buf *principal,
				 uint64_t id)
{
	struct dt_speculation *spec = spec_by_id(specs, id);
	struct dt_spec_cpu *here;
	uint32_t now, next;

	if (spec == NULL)
		return;
	here = &mine->table[id - 1];
	do {
		now = DT_READ_ONCE(spec->state);
		switch (now) {
		case SPEC_ACTIVE:
			next = SPEC_COMMITTING;
			break;
		case SPEC_ACTIVE_ONE:
			next = here->offset != 0 ? SPEC_COMMITTING : SPEC_COMMITTING_MANY;
			break;
		case SPEC_ACTIVE_MANY:
			next = SPEC_COMMITTING_MANY;
			break;
		default:
			return;
		}
	} while (!spec_change(spec, now, next));
	spec_copy(principal, here);
	if (next == SPEC_COMMITTING)
		DT_STORE_RELEASE(&spec->state, SPEC_INACTIVE);
}

DT_PROBE_CTX void dt_spec_discard(struct dt_specs *specs, struct dt_specs_cpu *mine, uint64_t id)
{
	struct dt_speculation *spec = spec_by_id(specs, id);
	struct dt_spec_cpu *here;
	uint32_t now, next;
	size_t had;

	if (spec == NULL)
		return;
	here = &mine->table[id - 1];
	had = here->offset;
	do {
		now = DT_READ_ONCE(spec->state);
		if (now == SPEC_ACTIVE || (now == SPEC_ACTIVE_ONE && had != 0))
			next = SPEC_INACTIVE;
		else if (now == SPEC_ACTIVE_ONE || now == SPEC_ACTIVE_MANY)
			next = SPEC_DISCARDING;
		else
			return;
		here->offset = 0; /* before another CPU can be given this speculation */
	} while (!spec_change(spec, now, next));
}

/* ---- cleaning -------------------------------------------------------------------------------- */

bool dt_specs_clean_begin(struct dt_specs *specs)
{
	bool work = false;
	uint32_t i, now;

	for (i = 0; i < specs->count; i++) {
		now = DT_LOAD_ACQUIRE(&specs->table[i].state);
		specs->table[i].cleaning = now == SPEC_COMMITTING_MANY || now == SPEC_DISCARDING;
		work |= specs->table[i].cleaning;
	}
	return work;
}

void dt_specs_clean_cpu(struct dt_specs *specs, struct dt_specs_cpu *mine, struct dt_buf *principal)
{
	uint32_t i;

	for (i = 0; i < specs->count; i++) {
		if (!specs->table[i].cleaning)
			continue;
		if (specs->table[i].state == SPEC_COMMITTING_MANY)
			spec_copy(principal, &mine->table[i]);
		mine->table[i].offset = 0;
	}
}

void dt_specs_clean_end(struct dt_specs *specs)
{
	uint32_t i;

	for (i = 0; i < specs->count; i++) {
		if (specs->table[i].cleaning)
			DT_STORE_RELEASE(&specs->table[i].state, SPEC_INACTIVE);
	}
}

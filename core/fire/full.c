/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * full.c - one ECB in full.
 *
 * Each firing of an ECB ends in exactly one of four ways, and its plan's ledger says which: predicated, dropped,
 * faulted, recorded.
 *
 *   activity, CPU  ->  predicate  ->  room for the record  ->  actions  ->  commit
 *                        | false        | none                  | fault: nothing is recorded, ERROR fires
 *                        v              v                       v
 *                     predicated     dropped                 faulted
 *
 * ERROR fires inside the firing that failed, for that consumer alone; an error in ERROR is only counted.
 */
#include "core/fire/full.h"
#include "core/fire/direct.h"
#include "core/fire/fire.h"

#include <dtrace/provider.h>

#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/dif/dif.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "core/unwind/unwind.h"
#include "base/memory.h"
#include "os/os.h"

#define CHILL_PERIOD 1000000000ull
#define CHILL_MAX    500000000ull /* ns in one period */

/* One firing of one ECB. */
struct fire {
	const struct dt_ecb *ecb;
	const struct dt_plan *plan;
	struct dt_state_cpu *sc;
	struct dt_probe *probe;
	const struct dt_firing *firing;
	struct dt_ledger *ledger;
	const struct dt_action *action; /* that runs now, for a fault; NULL: the predicate */
	uint8_t *record;                /* of plan->record_size bytes */
	struct dt_spec_cpu *spec;
	bool prepared;   /* dt_fire_prepare() has set the machine up for this clause */
	bool over;       /* no such speculation, or it is full: the rest is not run */
	bool speculates; /* it records into spec's buffer */
	bool dropped;
	bool discarded; /* the clause discarded the speculation that it records into */
	uint8_t drop;   /* when dropped: enum dt_drop, the first cause */
};

static DT_PROBE_CTX void drop(struct fire *fire, enum dt_drop kind)
{
	if (!fire->dropped)
		fire->drop = (uint8_t)kind;
	fire->dropped = true;
}

/* ---- values ---------------------------------------------------------------------------------- */

DT_PROBE_INLINE struct dt_cpu *cpu_of(const struct fire *fire)
{
	return &dt_framework.cpus[fire->sc->mstate.cpu];
}

/*
 * The DIF machine's state. It is set up for this firing and clause on first use: a clause that uses
 * only facts, arguments and numbers never needs it.
 */
DT_PROBE_INLINE struct dt_mstate *machine(struct fire *fire)
{
	if (!fire->prepared) {
		fire->prepared = true;
		dt_fire_prepare(fire->sc, fire->ecb, fire->probe, fire->firing);
	}
	return &fire->sc->mstate;
}

/* Run an action's expression on the DIF machine. Returns false after a fault. */
static DT_PROBE_CTX bool run_machine(struct fire *fire, const struct dt_action *action, uint64_t *value)
{
	struct dt_mstate *mstate = machine(fire);

	fire->action = action;
	*value = dt_dif_run(action->difo, mstate);
	return !mstate->faulted;
}

/*
 * Evaluate an action's expression; *@value is untouched when it has none. Returns false after a
 * fault. An argument that cannot be read is read again by the machine, which records the fault.
 */
DT_PROBE_INLINE bool evaluate(struct fire *fire, const struct dt_action *action, uint64_t *value)
{
	switch (action->source) {
	case DT_SOURCE_NONE:
		return true;
	case DT_SOURCE_FACT:
		*value = os_fact((enum os_fact)action->which);
		return true;
	case DT_SOURCE_ARG:
		if (DT_LIKELY(dt_firing_arg_inline(fire->probe, fire->firing, action->which, value) == 0))
			return true;
	}
	return run_machine(fire, action, value);
}

/* Store a stack of the kernel. Returns how many words are not zeros behind it. */
static DT_PROBE_CTX uint32_t store_stack(struct fire *fire, const struct dt_action *action, uint64_t *pcs)
{
	uint32_t max = action->size / sizeof(*pcs), i;
	uint32_t count = dt_firing_kstack(fire->probe, fire->firing, pcs, max);

	for (i = count; i < max; i++)
		pcs[i] = 0;
	return count;
}

/* As the consumer numbers it. */
DT_PROBE_INLINE uint64_t process_number(struct fire *fire)
{
	const struct dt_state *state = fire->plan->state;

	return DT_LIKELY(!state->numbered) ? os_fact(OS_FACT_PID) : os_subject_fact(state->subject, OS_FACT_PID);
}

/* Store one of the process, after its number. Returns the same. */
static DT_PROBE_CTX uint32_t store_ustack(struct fire *fire, const struct dt_action *action, uint64_t *words)
{
	uint32_t total = action->size / sizeof(*words), strings, frames, count, i;
	const struct dt_firing *firing = fire->firing;

	strings = DTRACE_USTACK_STRSIZE(action->arg);
	frames = total - 1 - DT_ROUNDUP(strings, 8) / 8;
	if (DTRACE_USTACK_FRAMES(action->arg) != 0)
		frames = DT_MIN(frames, DTRACE_USTACK_FRAMES(action->arg));
	words[0] = process_number(fire);
	count = dt_user_stack(firing->user ? firing->regs : NULL, firing->user && firing->edge, words + 1, frames);
	for (i = 1 + count; i < total; i++)
		words[i] = 0;
	return 1 + count;
}

/*
 * Store the packet at @addr and the time. Bytes that it does not have are zeroed, so that no older
 * record shows through.
 */
static DT_PROBE_CTX bool store_packet(struct dt_mstate *mstate, const struct dt_action *action, uint64_t addr,
				      struct dtrace_packet *packet)
{
	size_t room = action->size - sizeof(*packet);
	long copied = os_packet(addr, packet->data, room, &packet->length);

	if (copied < 0) {
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
		return false;
	}
	packet->time = os_time_wall();
	packet->captured = (uint32_t)copied;
	dt_memset(packet->data + copied, 0, room - (size_t)copied);
	return true;
}

/* Store what the column `records` of spec/action.def names. Returns false after a fault. */

DT_PROBE_INLINE bool store_VALUE(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	return dt_dif_store(machine(fire), &action->type, value, dst);
}

DT_PROBE_INLINE bool store_MEMORY(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	return store_VALUE(fire, action, value, dst);
}

DT_PROBE_INLINE bool store_STATUS(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	if (!store_VALUE(fire, action, value, dst))
		return false;
	dt_state_drain(fire->plan->state);
	return true;
}

DT_PROBE_INLINE bool store_TYPED(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	if (action->arg & DTRACE_PRINT_ADDRESS) {
		*(uint64_t *)dst = value;
		dst += sizeof(value);
	}
	return store_VALUE(fire, action, value, dst);
}

DT_PROBE_INLINE bool store_WORD(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	*(uint64_t *)dst = value;
	return true;
}

DT_PROBE_INLINE bool store_PROCESS(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	((uint64_t *)dst)[0] = process_number(fire);
	((uint64_t *)dst)[1] = value;
	dt_user_seen();
	return true;
}

DT_PROBE_INLINE bool store_STACK(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	store_stack(fire, action, (uint64_t *)dst);
	return true;
}

DT_PROBE_INLINE bool store_USER_STACK(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	store_ustack(fire, action, (uint64_t *)dst);
	return true;
}

DT_PROBE_INLINE bool store_PACKET(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	return store_packet(machine(fire), action, value, (struct dtrace_packet *)dst);
}

DT_PROBE_INLINE bool store_NOTHING(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	return true;
}

/* Record a value that is not a number of 4 or 8 bytes. Returns false after a fault. */
static DT_PROBE_CTX bool store_data(struct fire *fire, const struct dt_action *action, uint64_t value, uint8_t *dst)
{
	fire->action = action;
	if (DT_UNLIKELY(fire->plan->state->own_only) &&
	    !dt_mstate_permits(machine(fire), dt_need_of_action(action->kind), value))
		return false;
	switch (action->kind) {
#define DT_ACTION_KIND(number, NAME, need, word, records, does, needs, shows, prints) \
	case number:                                                                  \
		return store_##records(fire, action, value, dst);
#include "spec/action.def"
	}
	return true;
}

/* ---- aggregations ---------------------------------------------------------------------------- */

/*
 * A part of the key is zero from byte @end of the key on, but for its first byte, which tells where it ends. @last:
 * nothing follows it.
 */
DT_PROBE_INLINE void key_part_ends(struct fire *fire, const struct dt_action *part, uint32_t end, bool last)
{
	struct dt_extent *extent = &fire->sc->key_extent;

	if (last) {
		extent->words = (end + 7) / 8;
	} else if (extent->gap_end == 0 && (end + 8) / 8 < (part->offset + part->size) / 8) {
		extent->gap = (end + 8) / 8;
		extent->gap_end = (part->offset + part->size) / 8;
	}
}

/* Put a string into a key whose area is zero. Returns false after a fault. */
static DT_PROBE_CTX bool put_key_string(struct fire *fire, const struct dt_action *part, uint64_t value, bool last)
{
	char *at = (char *)fire->sc->key + part->offset;
	long length;

	fire->action = part;
	length = dt_dif_copy_string(machine(fire), at, value, part->size);
	if (length < 0)
		return false;
	key_part_ends(fire, part, part->offset + (uint32_t)length, last);
	return true;
}

/* Put a stack into a key. Most are shorter than they may be. Returns false after a fault. */
static DT_PROBE_CTX bool put_key_stack(struct fire *fire, const struct dt_action *part, bool last)
{
	uint64_t *words = (uint64_t *)((uint8_t *)fire->sc->key + part->offset);
	uint32_t used;

	if (DT_UNLIKELY(fire->plan->state->own_only))
		return store_data(fire, part, 0, (uint8_t *)words);
	used = part->kind == DTRACEACT_STACK ? store_stack(fire, part, words) : store_ustack(fire, part, words);
	while (used > 0 && words[used - 1] == 0)
		used--;
	key_part_ends(fire, part, part->offset + used * 8, last);
	return true;
}

/* Zero the key area after its second word. Outside of the last key's extent it already is zero. */
static DT_PROBE_CTX void clear_key(struct dt_state_cpu *sc)
{
	const struct dt_extent *extent = &sc->key_extent;
	uint32_t i;

	for (i = 2; i < extent->gap; i++)
		sc->key[i] = 0;
	for (i = DT_MAX(2u, extent->gap_end); i < extent->words; i++)
		sc->key[i] = 0;
}

/* Put what is no number into a key. Returns false after a fault. */
DT_PROBE_INLINE bool put_key_part(struct fire *fire, const struct dt_action *part, uint64_t value, uint8_t *at,
				  bool last)
{
	if (part->form == DT_FORM_STRING)
		return put_key_string(fire, part, value, last);
	if (part->form == DT_FORM_STACK)
		return put_key_stack(fire, part, last);
	return store_data(fire, part, value, at);
}

/*
 * Build the key from the values of the plan's key expressions. The last key is cleared first, so
 * the bytes after a string, of the 256 that it may have, need not be written. Returns false after a
 * fault.
 */
DT_PROBE_INLINE bool put_key(struct fire *fire, const struct dt_agg_step *step)
{
	const struct dt_action *part = step->keys, *end = step->keys_end;
	struct dt_state_cpu *sc = fire->sc;
	uint64_t value = 0;
	uint8_t *at;

	if (sc->key_extent.words > 2)
		clear_key(sc);
	sc->key_extent.words = step->key_words;
	sc->key_extent.gap = sc->key_extent.gap_end = 0;
	*(uint32_t *)sc->key = step->agg.id;
	sc->key[1] = 0;
	for (; part < end; part++) {
		if (!evaluate(fire, part, &value))
			return false;
		at = (uint8_t *)sc->key + part->offset;
		if (part->form == DT_FORM_WORD)
			*(uint64_t *)at = value;
		else if (part->form == DT_FORM_HALF)
			*(uint32_t *)at = (uint32_t)value;
		else if (!put_key_part(fire, part, value, at, part + 1 == end))
			return false;
	}
	return true;
}

/* The cache entry of a key that depends on nothing but the probe; NULL: there is none. */
DT_PROBE_INLINE uint32_t *cache_of(const struct fire *fire, const struct dt_agg_step *step,
				   const struct dt_agghalf *half)
{
	if (!step->constant_key || DT_UNLIKELY(fire->ecb->cache == DT_CACHE_NONE))
		return NULL;
	return &half->cache[fire->ecb->cache + step->cache];
}

/*
 * Put the cells of a constant key into the cache. NULL: there was no room for them, count a drop.
 */
static DT_PROBE_CTX void remember(struct fire *fire, const struct dt_agg_step *step, struct dt_agghalf *half,
				  const uint64_t *cells)
{
	const uint32_t *cache = cache_of(fire, step, half);

	if (cells == NULL)
		drop(fire, DT_DROP_AGGREGATION);
	else if (cache != NULL)
		dt_agghalf_remember(half, (uint32_t)(cache - half->cache), cells);
}

/* Evaluate the value to add and its increment. Returns false after a fault. */
DT_PROBE_INLINE bool find_numbers(struct fire *fire, const struct dt_action *action, uint64_t *value,
				  uint64_t *increment)
{
	const struct dt_action *weight = action->agg->increment;

	if (DT_UNLIKELY(weight != NULL) && !evaluate(fire, weight, increment))
		return false;
	return evaluate(fire, action, value);
}

/*
 * Add a value under a key. A key that depends on nothing but the probe leads to the same cells
 * until the table is emptied: their place is cached, and the key is built only the first time.
 * Returns false after a fault.
 */
DT_PROBE_INLINE bool aggregate(struct fire *fire, const struct dt_action *action)
{
	const struct dt_agg_step *step = action->agg;
	struct dt_agghalf *half = fire->sc->agg.active;
	uint64_t value = 0, increment = 1, *cells = NULL;
	const uint32_t *cache;

	if (DT_UNLIKELY(half == NULL)) {
		drop(fire, DT_DROP_AGGREGATION);
		return true;
	}
	cache = cache_of(fire, step, half);
	if (cache != NULL && *cache != 0)
		cells = (uint64_t *)half->table.data + (*cache - 1);
	else if (!put_key(fire, step))
		return false;
	if (!step->bare && !find_numbers(fire, action, &value, &increment))
		return false;
	if (cells == NULL) {
		cells = dt_aggregate_find(&step->agg, &half->table, fire->sc->key, &fire->sc->key_extent);
		if (DT_UNLIKELY(cells == NULL || step->constant_key))
			remember(fire, step, half, cells);
		if (DT_UNLIKELY(cells == NULL))
			return true;
	}
	if (step->bare)
		cells[0]++;
	else
		dt_aggregate_apply(&step->agg, cells, (int64_t)value, (int64_t)increment);
	return true;
}

/* ---- actions without a record ---------------------------------------------------------------- */

/*
 * Keep the CPU busy for @time ns. More than half of each second is a fault, so that the machine
 * goes on.
 */
static DT_PROBE_CTX void chill(struct fire *fire, uint64_t time)
{
	struct dt_cpu *self = cpu_of(fire);
	uint64_t now = os_time_mono();

	if (now - self->chill_start > CHILL_PERIOD) {
		self->chill_start = now;
		self->chill_used = 0;
	}
	if (time > CHILL_MAX - self->chill_used) {
		dt_mstate_fault(&fire->sc->mstate, DTRACEFLT_ILLOP, 0);
		return;
	}
	self->chill_used += time;
	while (os_time_mono() - now < time)
		;
}

DT_PROBE_INLINE void put_header(struct fire *fire, uint8_t *record)
{
	struct dt_mstate *mstate;

	((uint32_t *)record)[0] = fire->ecb->epid;
	((uint32_t *)record)[1] = 0;
	if (!fire->plan->state->temporal)
		return;
	mstate = machine(fire);
	if (!(mstate->have & DT_HAVE_TIMESTAMP)) {
		mstate->timestamp = os_time_mono();
		mstate->have |= DT_HAVE_TIMESTAMP;
	}
	((uint64_t *)record)[1] = mstate->timestamp;
}

/* From here on the clause records into the speculation's buffer. */
static DT_PROBE_CTX void speculate(struct fire *fire, uint64_t id)
{
	struct dt_spec_cpu *spec = dt_speculate(&fire->plan->state->specs, &fire->sc->specs, id);

	if (spec == NULL || fire->plan->record_size > spec->size - spec->offset) {
		if (spec != NULL)
			fire->sc->counters.specdrops++;
		drop(fire, DT_DROP_SPECULATION);
		fire->over = fire->plan->record_size != 0;
		return;
	}
	if (fire->plan->record_size == 0)
		return;
	fire->spec = spec;
	fire->speculates = true;
	fire->record = spec->data + spec->offset;
	put_header(fire, fire->record);
}

/* Do what the column `does` of spec/action.def names. Returns an error, which is a fault, or 0. */

DT_PROBE_INLINE int act_NOTHING(struct fire *fire, uint64_t value)
{
	return 0;
}

DT_PROBE_INLINE int act_SPECULATE(struct fire *fire, uint64_t id)
{
	if (!dt_spec_possible(&fire->plan->state->specs, id))
		return -OS_EINVAL;
	speculate(fire, id);
	return 0;
}

DT_PROBE_INLINE int act_COMMIT(struct fire *fire, uint64_t id)
{
	struct dt_specs *specs = &fire->plan->state->specs;

	if (!dt_spec_possible(specs, id))
		return -OS_EINVAL;
	dt_spec_commit(specs, &fire->sc->specs, &fire->sc->principal, id);
	return 0;
}

DT_PROBE_INLINE int act_DISCARD(struct fire *fire, uint64_t id)
{
	struct dt_specs *specs = &fire->plan->state->specs;

	if (!dt_spec_possible(specs, id))
		return -OS_EINVAL;
	dt_spec_discard(specs, &fire->sc->specs, id);
	if (fire->speculates && (uint64_t)(fire->spec - fire->sc->specs.table) + 1 == id)
		fire->discarded = true;
	return 0;
}

DT_PROBE_INLINE int act_CHILL(struct fire *fire, uint64_t time)
{
	chill(fire, time);
	return 0;
}

DT_PROBE_INLINE int act_RAISE(struct fire *fire, uint64_t signal)
{
	return os_raise(signal > INT32_MAX ? 0 : (unsigned int)signal);
}

DT_PROBE_INLINE int act_STOP(struct fire *fire, uint64_t value)
{
	return os_stop();
}

DT_PROBE_INLINE int act_BREAKPOINT(struct fire *fire, uint64_t value)
{
	return os_breakpoint();
}

DT_PROBE_INLINE int act_PANIC(struct fire *fire, uint64_t value)
{
	return os_panic();
}

DT_PROBE_INLINE int act_by_kind(struct fire *fire, uint32_t kind, uint64_t value)
{
	switch (kind) {
#define DT_ACTION_KIND(number, NAME, need, word, records, does, needs, shows, prints) \
	case number:                                                                  \
		return act_##does(fire, value);
#include "spec/action.def"
	}
	return 0;
}

/* Do something that records nothing. Returns false after a fault, or when the clause is over. */
static DT_PROBE_CTX bool act(struct fire *fire, const struct dt_action *action, uint64_t value)
{
	struct dt_mstate *mstate = machine(fire);
	int error;

	fire->action = action;
	if (!dt_mstate_permits(mstate, dt_need_of_action(action->kind), value))
		return false;
	error = act_by_kind(fire, action->kind, value);
	if (error != 0 && error != -OS_EAGAIN) /* one of them in a firing is enough */
		dt_mstate_fault(mstate, DTRACEFLT_ILLOP, value);
	return !mstate->faulted && !fire->over;
}

/*
 * One action that is not an aggregation. Returns false after a fault, or when the clause is over.
 */
DT_PROBE_INLINE bool run_action(struct fire *fire, const struct dt_action *action)
{
	uint64_t value = 0;

	if (!evaluate(fire, action, &value))
		return false;
	switch (action->form) {
	case DT_FORM_NONE:
		return true;
	case DT_FORM_WORD:
		*(uint64_t *)(fire->record + action->offset) = value;
		return true;
	case DT_FORM_HALF:
		*(uint32_t *)(fire->record + action->offset) = (uint32_t)value;
		return true;
	case DT_FORM_STRING:
	case DT_FORM_STACK:
	case DT_FORM_DATA:
		return store_data(fire, action, value, fire->record + action->offset);
	default:
		return act(fire, action, value);
	}
}

/* All actions in order. Returns false after a fault. */
DT_PROBE_INLINE bool run_actions(struct fire *fire)
{
	const struct dt_action *action = fire->plan->actions, *end = fire->plan->actions_end;

	for (; action < end; action++) {
		if (action->agg != NULL ? !aggregate(fire, action) : !run_action(fire, action))
			return fire->over;
	}
	return true;
}

/* ---- faults ---------------------------------------------------------------------------------- */

static DT_PROBE_CTX void fire_error(struct fire *fire)
{
	struct dt_mstate *mstate = &fire->sc->mstate;
	struct dt_cpu *self = cpu_of(fire);
	struct dt_probe *probe = dt_framework.special[DT_SPECIAL_ERROR];
	struct dt_state *target = self->target;
	struct dt_firing firing;
	uint64_t args[8];

	if (probe == NULL)
		return;
	args[0] = 0;
	args[1] = fire->ecb->epid;
	args[2] = fire->action != NULL ? fire->action->index : 0;
	args[3] = (uint64_t)(int64_t)mstate->fault_offset;
	args[4] = mstate->fault;
	args[5] = mstate->fault_value;
	args[6] = fire->probe->id;
	args[7] = fire->plan->index;
	firing.regs = fire->firing->regs;
	firing.args = args;
	firing.arg_count = 8;
	firing.data = 0;
	firing.error = fire->firing->error;
	firing.user = fire->firing->user;
	firing.edge = fire->firing->edge;
	self->target = fire->plan->state;
	self->error = DT_CPU_ERROR;
	self->errors++;
	dt_walk_special(self, probe, &firing);
	self->target = target;
	self->error = 0;
}

static DT_PROBE_CTX void faulted(struct fire *fire)
{
	fire->ledger->faulted++;
	if (fire->probe->role == DT_ROLE_ERROR) {
		fire->sc->counters.dblerrors++;
		return;
	}
	fire->sc->counters.errors++;
	fire->sc->principal.errors++;
	fire_error(fire);
}

/* ---- one ECB --------------------------------------------------------------------------------- */

static DT_PROBE_CTX void no_room(struct fire *fire)
{
	struct dt_buf *buf = &fire->sc->principal;

	if (buf->full || fire->plan->exits) /* exit() ends tracing also when its record has no room */
		dt_state_drain(fire->plan->state);
	if (!buf->full)
		buf->drops++;
	fire->ledger->dropped[DT_DROP_PRINCIPAL]++;
}

DT_PROBE_INLINE bool reserve(struct fire *fire)
{
	fire->record = dt_buf_reserve(&fire->sc->principal, fire->plan->record_size);
	if (DT_UNLIKELY(fire->record == NULL)) {
		no_room(fire);
		return false;
	}
	put_header(fire, fire->record);
	return true;
}

/* The record is in a speculation's buffer. */
static DT_PROBE_CTX void commit_speculation(struct fire *fire)
{
	if (fire->sc->principal.policy == DTRACE_BUFPOLICY_RING)
		((uint32_t *)fire->record)[1] = fire->plan->record_size;
	fire->spec->offset += fire->plan->record_size;
}

DT_PROBE_INLINE void commit(struct fire *fire)
{
	if (DT_UNLIKELY(fire->dropped)) {
		fire->ledger->dropped[fire->drop]++;
		if (fire->over)
			return;
	} else {
		fire->ledger->recorded++;
	}
	if (fire->plan->record_size == 0 || DT_UNLIKELY(fire->discarded))
		return;
	if (DT_UNLIKELY(fire->speculates))
		commit_speculation(fire);
	else
		dt_buf_commit(&fire->sc->principal, fire->plan->record_size);
}

/* Run the predicate on the machine. Returns false when the firing ends with it. */
DT_PROBE_INLINE bool predicate_holds(struct fire *fire)
{
	struct dt_mstate *mstate = machine(fire);

	fire->action = NULL;
	if (dt_dif_run(fire->plan->predicate, mstate) != 0 && DT_LIKELY(!mstate->faulted))
		return true;
	if (DT_UNLIKELY(mstate->faulted))
		faulted(fire);
	else
		fire->ledger->predicated++;
	return false;
}

/* One ECB of any clause. @tested: the predicate is a test and has already held. */
DT_PROBE_CTX void dt_fire_fully(struct dt_ledger *ledger, struct dt_probe *probe, const struct dt_ecb *ecb,
				struct dt_state_cpu *sc, const struct dt_firing *firing, bool tested)
{
	DT_UNINITIALIZED struct fire fire;

	fire.ecb = ecb;
	fire.plan = ecb->plan;
	fire.sc = sc;
	fire.probe = probe;
	fire.firing = firing;
	fire.ledger = ledger;
	fire.prepared = false;
	fire.over = false;
	fire.speculates = false;
	fire.dropped = false;
	fire.discarded = false;
	if (fire.plan->predicate != NULL && !tested && !predicate_holds(&fire))
		return;
	if (fire.plan->record_size != 0 && !reserve(&fire))
		return;
	if (DT_LIKELY(run_actions(&fire)))
		commit(&fire);
	else
		faulted(&fire);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate.c - aggregations in the consumer: snapshots of all CPUs summed by key.
 *
 * A snapshot is what a CPU gathered since the one before; min and max are of that time. Entries are found by a hash
 * over variable id and key bytes and stay in the order in which they appeared. sym() and mod() keys are moved to the
 * start of their symbol or module first, so that addresses in one function are one key.
 *
 * Sections: making; values; entries; snapshots; what library actions do; walks.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate.h"
#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_sort.h"
#include "consumer/consume.h"
#include "consumer/pages.h"
#include "engine/engine.h"
#include "symbols/symbols.h"

struct ldt_aggregate *ldt_aggregate_create(void)
{
	struct ldt_aggregate *aggregate = calloc(1, sizeof(*aggregate));

	if (!aggregate)
		return NULL;
	aggregate->bucket_count = 64;
	aggregate->buckets = calloc(aggregate->bucket_count, sizeof(aggregate->buckets[0]));
	if (!aggregate->buckets) {
		free(aggregate);
		return NULL;
	}
	return aggregate;
}

static void percpu_free(struct dtrace_hdl *dtp, struct ldt_aggent *entry, size_t cpus)
{
	if (!entry->data.dtada_percpu)
		return;
	for (size_t i = 0; i < cpus; i++)
		free(entry->data.dtada_percpu[i]);
	free(entry->data.dtada_percpu);
}

static void entry_free(struct ldt_aggent *entry)
{
	struct dtrace_hdl *dtp = entry->data.dtada_handle;

	percpu_free(dtp, entry, dtp->conf.cpus);
	free(entry->cpu_empty);
	free(entry->data.dtada_data);
	free(entry);
}

void ldt_aggregate_destroy(struct ldt_aggregate *aggregate)
{
	if (!aggregate)
		return;
	while (aggregate->first) {
		struct ldt_aggent *entry = aggregate->first;

		aggregate->first = entry->next;
		entry_free(entry);
	}
	while (aggregate->blanks) {
		struct ldt_aggent *entry = aggregate->blanks;

		aggregate->blanks = entry->next;
		entry_free(entry);
	}
	free(aggregate->buckets);
	ldt_pages_destroy(aggregate->buffer, aggregate->room);
	free(aggregate->printed);
	free(aggregate);
}

/* ---- values */

/* The counts of a value, which follow its parameters; *count is their number. */
static uint64_t *value_words(char *data, const dtrace_recdesc_t *rec, size_t *count)
{
	size_t parameters = ldt_agg_function(rec->action)->parameters;

	*count = rec->size / sizeof(uint64_t) - parameters;
	return (uint64_t *)data + parameters;
}

static void value_clear(char *data, const dtrace_recdesc_t *rec)
{
	size_t count;
	uint64_t *words = value_words(data, rec, &count);

	memset(words, 0, count * sizeof(*words));
}

/* @empty: nothing was added since the value was cleared, so that its zero is no minimum and no maximum. */
static void value_add(char *to, char *from, const dtrace_recdesc_t *rec, bool *empty)
{
	size_t count;
	uint64_t *words = value_words(to, rec, &count);

	ldt_agg_function(rec->action)->merge(words, value_words(from, rec, &count), count, *empty);
	*empty = false;
}

/* ---- entries */

static uint64_t hash_key(uint32_t varid, const char *key, size_t size)
{
	uint64_t hash = 0x9e3779b97f4a7c15ull ^ varid, word;

	for (; size >= sizeof(word); key += sizeof(word), size -= sizeof(word)) {
		memcpy(&word, key, sizeof(word));
		hash = (hash ^ word) * 0xff51afd7ed558ccdull;
		hash ^= hash >> 32;
	}
	while (size-- > 0)
		hash = (hash ^ (unsigned char)*key++) * 0x100000001b3ull;
	return hash ^ hash >> 29;
}

/* The bytes of a record that are its key: from the end of the header to the value. */
static size_t key_size(const dtrace_aggdesc_t *desc)
{
	return desc->rec[desc->records - 1].offset - sizeof(uint64_t);
}

static void buckets_grow(struct ldt_aggregate *aggregate)
{
	size_t count = aggregate->bucket_count * 4;
	struct ldt_aggent **buckets = calloc(count, sizeof(*buckets));

	if (!buckets)
		return;
	for (struct ldt_aggent *entry = aggregate->first; entry; entry = entry->next) {
		entry->chain = buckets[entry->hash & (count - 1)];
		buckets[entry->hash & (count - 1)] = entry;
	}
	free(aggregate->buckets);
	aggregate->buckets = buckets;
	aggregate->bucket_count = count;
}

static struct ldt_aggent *entry_find(struct ldt_aggregate *aggregate, const dtrace_aggdesc_t *desc, const char *record,
				     uint64_t hash)
{
	size_t size = key_size(desc);

	for (struct ldt_aggent *entry = aggregate->buckets[hash & (aggregate->bucket_count - 1)]; entry;
	     entry = entry->chain) {
		if (entry->hash == hash && entry->data.dtada_desc->varid == desc->varid &&
		    key_size(entry->data.dtada_desc) == size &&
		    memcmp(entry->data.dtada_data + sizeof(uint64_t), record + sizeof(uint64_t), size) == 0)
			return entry;
	}
	return NULL;
}

static bool percpu_make(struct dtrace_hdl *dtp, struct ldt_aggent *entry)
{
	dtrace_aggdata_t *data = &entry->data;
	const dtrace_recdesc_t *rec = ldt_agg_value_rec(data);

	data->dtada_percpu = calloc(dtp->conf.cpus, sizeof(data->dtada_percpu[0]));
	entry->cpu_empty = calloc(dtp->conf.cpus, sizeof(entry->cpu_empty[0]));
	if (!data->dtada_percpu || !entry->cpu_empty)
		return false;
	for (uint32_t cpu = 0; cpu < dtp->conf.cpus; cpu++) {
		data->dtada_percpu[cpu] = malloc(rec->size);
		if (!data->dtada_percpu[cpu])
			return false;
		memcpy(data->dtada_percpu[cpu], ldt_agg_value(data), rec->size);
		value_clear(data->dtada_percpu[cpu], rec);
		entry->cpu_empty[cpu] = true;
	}
	return true;
}

/* A new entry with the record's key and an empty value. */
static struct ldt_aggent *entry_insert(struct dtrace_hdl *dtp, const dtrace_aggdesc_t *desc, const char *record,
				       uint64_t hash)
{
	struct ldt_aggregate *aggregate = dtp->aggregate;
	struct ldt_aggent *entry = calloc(1, sizeof(*entry));
	const struct ldt_epid *epid = entry ? ldt_epid_lookup(dtp, desc->epid) : NULL;

	if (!epid || !(entry->data.dtada_data = malloc(desc->size))) {
		if (!entry || epid) /* else the lookup has said why */
			ldt_set_errno(dtp, EDT_NOMEM);
		free(entry);
		return NULL;
	}
	memcpy(entry->data.dtada_data, record, desc->size);
	entry->hash = hash;
	entry->data.dtada_handle = dtp;
	entry->data.dtada_desc = desc;
	entry->data.dtada_edesc = epid->desc;
	entry->data.dtada_pdesc = &epid->probe;
	entry->data.dtada_normal = 1;
	entry->data.dtada_size = desc->size;
	value_clear(entry->data.dtada_data + ldt_agg_value_rec(&entry->data)->offset, ldt_agg_value_rec(&entry->data));
	entry->empty = true;
	entry->since = aggregate->prints;
	if (dtp->copts.aggpercpu && !percpu_make(dtp, entry)) {
		entry_free(entry);
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	if (++aggregate->count > aggregate->bucket_count * 2)
		buckets_grow(aggregate);
	entry->chain = aggregate->buckets[hash & (aggregate->bucket_count - 1)];
	aggregate->buckets[hash & (aggregate->bucket_count - 1)] = entry;
	entry->prev = aggregate->last;
	if (aggregate->last)
		aggregate->last->next = entry;
	else
		aggregate->first = entry;
	aggregate->last = entry;
	return entry;
}

static void entry_remove(struct ldt_aggregate *aggregate, struct ldt_aggent *entry)
{
	struct ldt_aggent **link = &aggregate->buckets[entry->hash & (aggregate->bucket_count - 1)];

	while (*link != entry)
		link = &(*link)->chain;
	*link = entry->chain;
	if (entry->prev)
		entry->prev->next = entry->next;
	else
		aggregate->first = entry->next;
	if (entry->next)
		entry->next->prev = entry->prev;
	else
		aggregate->last = entry->prev;
	aggregate->count--;
	entry_free(entry);
}

static void entry_clear(struct ldt_aggent *entry)
{
	const dtrace_recdesc_t *rec = ldt_agg_value_rec(&entry->data);
	struct dtrace_hdl *dtp = entry->data.dtada_handle;

	value_clear(entry->data.dtada_data + rec->offset, rec);
	entry->empty = true;
	entry->since = dtp->aggregate->prints;
	for (uint32_t cpu = 0; entry->data.dtada_percpu && cpu < dtp->conf.cpus; cpu++) {
		value_clear(entry->data.dtada_percpu[cpu], rec);
		entry->cpu_empty[cpu] = true;
	}
}

/* ---- snapshots */

/* The same for addresses of processes: the record is pid and address. */
static void normalise_user_key(struct dtrace_hdl *dtp, const dtrace_recdesc_t *rec, char *value)
{
	struct ldt_usym symbol;
	uint64_t words[2];

	if ((rec->action != DTRACEACT_USYM && rec->action != DTRACEACT_UMOD) || rec->size < sizeof(words))
		return;
	memcpy(words, value, sizeof(words));
	if (!ldt_usym_find(dtp, (uint32_t)words[0], words[1], &symbol))
		return;
	if (rec->action == DTRACEACT_UMOD)
		words[1] = symbol.base;
	else if (symbol.name)
		words[1] -= symbol.into;
	memcpy(value, words, sizeof(words));
}

/*
 * A key that names a symbol or a module: its address becomes that of the symbol's or module's
 * start.
 */
static void normalise_keys(struct dtrace_hdl *dtp, const dtrace_aggdesc_t *desc, char *record)
{
	for (uint32_t i = 1; i + 1 < desc->records; i++) {
		const dtrace_recdesc_t *rec = &desc->rec[i];
		struct ldt_ksym symbol;
		uint64_t addr;

		normalise_user_key(dtp, rec, record + rec->offset);
		if ((rec->action != DTRACEACT_SYM && rec->action != DTRACEACT_MOD) || rec->size < sizeof(addr))
			continue;
		memcpy(&addr, record + rec->offset, sizeof(addr));
		if (rec->action == DTRACEACT_MOD)
			addr = ldt_kmodule_start(dtp, addr);
		else if (ldt_ksym_by_addr(dtp, addr, &symbol) == 0)
			addr = symbol.addr;
		memcpy(record + rec->offset, &addr, sizeof(addr));
	}
}

static int add_record(struct dtrace_hdl *dtp, const dtrace_aggdesc_t *desc, char *record, uint32_t cpu)
{
	const dtrace_recdesc_t *rec = &desc->rec[desc->records - 1];
	struct ldt_aggent *entry;
	uint64_t hash;

	normalise_keys(dtp, desc, record);
	hash = hash_key(desc->varid, record + sizeof(uint64_t), key_size(desc));
	entry = entry_find(dtp->aggregate, desc, record, hash);
	if (!entry)
		entry = entry_insert(dtp, desc, record, hash);
	if (!entry)
		return -1;
	value_add(entry->data.dtada_data + ldt_agg_value_rec(&entry->data)->offset, record + rec->offset, rec,
		  &entry->empty);
	if (entry->data.dtada_percpu && cpu < dtp->conf.cpus)
		value_add(entry->data.dtada_percpu[cpu], record + rec->offset, rec, &entry->cpu_empty[cpu]);
	return 0;
}

static int add_snapshot(struct dtrace_hdl *dtp, char *data, size_t size, uint32_t cpu)
{
	size_t offset = 0;

	while (size - offset >= sizeof(uint64_t)) {
		const dtrace_aggdesc_t *desc;
		uint32_t id;

		memcpy(&id, data + offset, sizeof(id));
		desc = ldt_aggdesc_lookup(dtp, id);
		if (!desc)
			return -1;
		if (desc->size > size - offset || desc->size < sizeof(uint64_t) * 2)
			return ldt_set_errno(dtp, EDT_BADREC);
		if (add_record(dtp, desc, data + offset, cpu) == -1)
			return -1;
		offset += DT_ROUNDUP(desc->size, 8u);
	}
	return 0;
}

static int snap_cpu(struct dtrace_hdl *dtp, uint32_t cpu)
{
	struct ldt_aggregate *aggregate = dtp->aggregate;
	struct dtrace_bufdesc desc = { .size = aggregate->room, .cpu = cpu, .data = (uintptr_t)aggregate->buffer };
	int error = ldt_ioctl(dtp, DTRACEIOC_AGGSNAP, &desc);

	if (error == ENOENT || error == ESRCH || error == EAGAIN)
		return 0;
	if (error)
		return ldt_snap_failed(dtp, error, "aggsize", cpu, aggregate->room);
	if (desc.size)
		ldt_symbols_recorded(dtp);
	if (desc.drops && ldt_report_drop(dtp, DTRACEDROP_AGGREGATION, cpu, desc.drops) == -1)
		return -1;
	return add_snapshot(dtp, aggregate->buffer, (size_t)desc.size, cpu);
}

int ldt_aggregate_snap_now(struct dtrace_hdl *dtp)
{
	struct ldt_aggregate *aggregate = dtp->aggregate;
	struct dtrace_option option = { .option = LDT_OPT_AGGSIZE };

	if (aggregate->room == 0) {
		int64_t room = ldt_ioctl(dtp, DTRACEIOC_OPTION, &option) == 0 ? option.value
									      : ldt_option(dtp, LDT_OPT_AGGSIZE);

		if (room <= 0)
			return 0;
		aggregate->buffer = ldt_pages_create((size_t)room);
		if (!aggregate->buffer)
			return ldt_set_errno(dtp, EDT_NOMEM);
		aggregate->room = (size_t)room;
	}
	for (uint32_t cpu = 0; cpu < dtp->conf.cpus; cpu++) {
		if (snap_cpu(dtp, cpu) == -1)
			return -1;
	}
	return 0;
}

int dtrace_aggregate_snap(dtrace_hdl_t *dtp)
{
	uint64_t now = ldt_now(), rate = (uint64_t)ldt_option(dtp, LDT_OPT_AGGRATE);

	if (!dtp->active)
		return ldt_set_errno(dtp, EDT_NOTACTIVE);
	if (!dtp->stopped) {
		if (now < dtp->consume->next_agg)
			return 0;
		dtp->consume->next_agg = now + rate;
	}
	return ldt_aggregate_snap_now(dtp);
}

int dtrace_aggregate_snap_now(dtrace_hdl_t *dtp)
{
	if (!dtp->active)
		return ldt_set_errno(dtp, EDT_NOTACTIVE);
	if (ldt_aggregate_snap_now(dtp) == -1)
		return -1;
	dtp->consume->aggs_fresh = true;
	return 0;
}

/* ---- what library actions do */

void dtrace_aggregate_clear(dtrace_hdl_t *dtp)
{
	for (struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next)
		entry_clear(entry);
}

int ldt_aggregate_clear_var(struct dtrace_hdl *dtp, uint32_t varid)
{
	for (struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next) {
		if (entry->data.dtada_desc->varid == varid)
			entry_clear(entry);
	}
	return 0;
}

void ldt_aggregate_normalize(struct dtrace_hdl *dtp, uint32_t varid, uint64_t normal)
{
	for (struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next) {
		if (entry->data.dtada_desc->varid == varid)
			entry->data.dtada_normal = normal;
	}
}

static int compare_values(const void *a, const void *b, void *arg)
{
	const struct ldt_aggent *x = a, *y = b;
	static const struct ldt_aggsort plain;
	int result = ldt_aggsort_values(&x->data, &y->data);

	return result ? result : ldt_aggsort_keys(&plain, &x->data, &y->data);
}

int ldt_aggregate_trunc(struct dtrace_hdl *dtp, uint32_t varid, bool all, int64_t count)
{
	struct ldt_aggregate *aggregate = dtp->aggregate;
	struct ldt_aggent **entries = malloc((aggregate->count + 1) * sizeof(*entries));
	size_t found = 0, keep, first;

	if (!entries)
		return ldt_set_errno(dtp, EDT_NOMEM);
	for (struct ldt_aggent *entry = aggregate->first; entry; entry = entry->next) {
		if (entry->data.dtada_desc->varid == varid)
			entries[found++] = entry;
	}
	if (ldt_merge_sort((void **)entries, found, compare_values, NULL) == -1) {
		free(entries);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	keep = all ? 0 : count < 0 ? (size_t)-count : (size_t)count;
	keep = DT_MIN(keep, found);
	first = count < 0 ? 0 : found - keep;
	for (size_t i = 0; i < found; i++) {
		if (i < first || i >= first + keep)
			entry_remove(aggregate, entries[i]);
	}
	free(entries);
	return 0;
}

bool ldt_aggregate_is_printed(const struct ldt_aggregate *aggregate, uint32_t varid)
{
	for (size_t i = 0; i < aggregate->printed_count; i++) {
		if (aggregate->printed[i] == varid)
			return true;
	}
	return false;
}

int ldt_aggregate_set_printed(struct dtrace_hdl *dtp, uint32_t varid)
{
	struct ldt_aggregate *aggregate = dtp->aggregate;
	uint32_t *more;

	if (ldt_aggregate_is_printed(aggregate, varid))
		return 0;
	more = realloc(aggregate->printed, (aggregate->printed_count + 1) * sizeof(*more));
	if (!more)
		return ldt_set_errno(dtp, EDT_NOMEM);
	aggregate->printed = more;
	more[aggregate->printed_count++] = varid;
	return 0;
}

uint64_t ldt_aggregate_since(const dtrace_aggdata_t *data)
{
	return ((const struct ldt_aggent *)((const char *)data - offsetof(struct ldt_aggent, data)))->since;
}

/* ---- what a missing entry is shown as */

/* The description of an aggregation by its variable; the handle's. The ids of a program begin at 1, without gaps. */
static const dtrace_aggdesc_t *desc_by_variable(struct dtrace_hdl *dtp, uint32_t varid)
{
	const dtrace_aggdesc_t *desc;

	for (uint32_t id = 1; (desc = ldt_aggdesc_lookup(dtp, id)); id++) {
		if (desc->varid == varid)
			return desc;
	}
	return NULL;
}

const dtrace_aggdata_t *ldt_aggregate_blank(struct dtrace_hdl *dtp, uint32_t varid)
{
	struct ldt_aggregate *aggregate = dtp->aggregate;
	const dtrace_aggdesc_t *desc;
	struct ldt_aggent *entry;

	for (entry = aggregate->blanks; entry; entry = entry->next) {
		if (entry->data.dtada_desc->varid == varid)
			return &entry->data;
	}
	desc = desc_by_variable(dtp, varid);
	if (!desc)
		return NULL;
	entry = calloc(1, sizeof(*entry));
	if (!entry || !(entry->data.dtada_data = calloc(1, desc->size))) {
		free(entry);
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	entry->data.dtada_handle = dtp;
	entry->data.dtada_desc = desc;
	entry->data.dtada_normal = 1;
	entry->data.dtada_size = desc->size;
	entry->empty = true;
	if (ldt_agg_function(ldt_agg_value_rec(&entry->data)->action)->parameters)
		memcpy(entry->data.dtada_data + ldt_agg_value_rec(&entry->data)->offset,
		       &ldt_agg_value_rec(&entry->data)->arg, sizeof(uint64_t));
	entry->next = aggregate->blanks;
	aggregate->blanks = entry;
	return &entry->data;
}

/* ---- walks */

/* Do what a walk's function asked for. 1: go on; 0: stop; -1. */
static int walk_act(struct dtrace_hdl *dtp, struct ldt_aggent *entry, int request)
{
	switch (request) {
	case DTRACE_AGGWALK_NEXT:
		return 1;
	case DTRACE_AGGWALK_CLEAR:
		entry_clear(entry);
		return 1;
	case DTRACE_AGGWALK_NORMALIZE:
		if (entry->data.dtada_normal == 0) {
			entry->data.dtada_normal = 1;
			return ldt_set_errno(dtp, EINVAL);
		}
		return 1;
	case DTRACE_AGGWALK_DENORMALIZE:
		entry->data.dtada_normal = 1;
		return 1;
	case DTRACE_AGGWALK_REMOVE:
		entry_remove(dtp->aggregate, entry);
		return 1;
	case DTRACE_AGGWALK_ABORT:
		return 0;
	default:
		return dtp->error ? -1 : ldt_set_errno(dtp, EDT_CALLABORT);
	}
}

/* Whether a description before @id is of the same variable. */
static bool is_known_variable(struct dtrace_hdl *dtp, uint32_t id, uint32_t varid)
{
	for (uint32_t before = 1; before < id; before++) {
		if (ldt_aggdesc_lookup(dtp, before)->varid == varid)
			return true;
	}
	return false;
}

int dtrace_aggregate_iter(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	const dtrace_aggdesc_t *desc;

	for (uint32_t id = 1; (desc = ldt_aggdesc_lookup(dtp, id)); id++) {
		const dtrace_aggdata_t *blank;
		int answer;

		if (is_known_variable(dtp, id, desc->varid))
			continue;
		blank = ldt_aggregate_blank(dtp, desc->varid);
		if (!blank)
			return -1;
		answer = fn(blank, arg);
		if (answer == DTRACE_AGGWALK_ABORT)
			return 0;
		if (answer != DTRACE_AGGWALK_NEXT)
			return ldt_set_errno(dtp, EDT_CALLABORT);
	}
	return dtrace_errno(dtp) == EDT_BADAGG ? 0 : -1; /* there are no more; else they are not known */
}

int dtrace_aggregate_walk(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	struct ldt_aggent *next;

	for (struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = next) {
		int result;

		next = entry->next;
		result = walk_act(dtp, entry, fn(&entry->data, arg));
		if (result <= 0)
			return result;
	}
	return 0;
}

static int compare_entries(const void *a, const void *b, void *arg)
{
	const struct ldt_aggent *x = a, *y = b;

	return ldt_aggsort_compare(arg, &x->data, &y->data);
}

static int walk_sorted(struct dtrace_hdl *dtp, struct ldt_aggsort sort, dtrace_aggregate_f *fn, void *arg)
{
	struct ldt_aggent **entries = malloc((dtp->aggregate->count + 1) * sizeof(*entries));
	size_t count = 0;
	int result = 1;

	if (!entries)
		return ldt_set_errno(dtp, EDT_NOMEM);
	for (struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next)
		entries[count++] = entry;
	if (ldt_merge_sort((void **)entries, count, compare_entries, &sort) == -1)
		result = ldt_set_errno(dtp, EDT_NOMEM);
	for (size_t i = 0; i < count && result > 0; i++)
		result = walk_act(dtp, entries[i], fn(&entries[i]->data, arg));
	free(entries);
	return result < 0 ? -1 : 0;
}

int dtrace_aggregate_walk_sorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	struct ldt_aggsort sort;

	ldt_aggsort_options(dtp, &sort);
	return walk_sorted(dtp, sort, fn, arg);
}

int dtrace_aggregate_walk_keysorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	return walk_sorted(dtp, (struct ldt_aggsort){ .key_first = true, .var_first = true }, fn, arg);
}

int dtrace_aggregate_walk_valsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	return walk_sorted(dtp, (struct ldt_aggsort){ .var_first = true }, fn, arg);
}

int dtrace_aggregate_walk_keyrevsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	return walk_sorted(dtp, (struct ldt_aggsort){ .key_first = true, .var_first = true, .reverse = true }, fn, arg);
}

int dtrace_aggregate_walk_valrevsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	return walk_sorted(dtp, (struct ldt_aggsort){ .var_first = true, .reverse = true }, fn, arg);
}

int dtrace_aggregate_walk_keyvarsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	return walk_sorted(dtp, (struct ldt_aggsort){ .key_first = true }, fn, arg);
}

int dtrace_aggregate_walk_valvarsorted(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg)
{
	return walk_sorted(dtp, (struct ldt_aggsort){ 0 }, fn, arg);
}

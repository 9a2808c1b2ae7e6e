/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* probe.c - the table of all probes: making, finding, matching, destroying. */
#include "core/probe/probe.h"

#include "core/framework/framework.h"
#include "core/probe/match.h"
#include "core/probe/provider.h"
#include "base/glob.h"
#include "base/hash.h"
#include "base/memory.h"
#include "os/os.h"

#define CHUNK_PROBES 512
#define BUCKETS_MIN  1024

struct probe_chunk {
	uint32_t live;
	uint64_t has[3]; /* by enum chunk_part: a bit by its hash for each name that its probes have, or had */
	struct dt_probe probes[CHUNK_PROBES];
};

enum chunk_part { CHUNK_PROVIDER, CHUNK_MODULE, CHUNK_NAME };

static struct {
	struct probe_chunk **chunks;
	uint32_t chunk_count; /* entries in use; a freed chunk leaves NULL */
	uint32_t chunk_room;
	uint32_t next_id;
	uint32_t revived; /* the lowest id of a probe that came back and was not matched again, 0: none */
	struct dt_probe **exact;
	uint32_t bucket_count; /* power of two */
	uint32_t count;
	bool some_idle; /* a probe that is made for one description may be idle: made or disarmed since the last look */
} table;

int dt_probes_init(void)
{
	int error = dt_names_init();

	if (error != 0)
		return error;
	dt_memset(&table, 0, sizeof(table));
	table.next_id = 1;
	table.exact = os_alloc(BUCKETS_MIN * sizeof(*table.exact));
	if (table.exact == NULL) {
		dt_names_fini();
		return -OS_ENOMEM;
	}
	table.bucket_count = BUCKETS_MIN;
	return 0;
}

void dt_probes_fini(void)
{
	uint32_t i;

	DT_ASSERT(table.count == 0);
	for (i = 0; i < table.chunk_count; i++)
		os_free(table.chunks[i]);
	os_free(table.chunks);
	os_free(table.exact);
	dt_memset(&table, 0, sizeof(table));
	dt_names_fini();
}

uint32_t dt_probes_next_id(void)
{
	return table.next_id;
}

size_t dt_probes_bytes(void)
{
	size_t bytes =
		dt_names_bytes() + table.bucket_count * sizeof(*table.exact) + table.chunk_room * sizeof(*table.chunks);
	uint32_t i;

	for (i = 0; i < table.chunk_count; i++)
		bytes += table.chunks[i] == NULL ? 0 : sizeof(*table.chunks[i]);
	return bytes;
}

/* ---- finding --------------------------------------------------------------------------------- */

static struct dt_probe *any_by_id(dt_probe_id_t id)
{
	uint32_t index = (id - 1) / CHUNK_PROBES;
	struct dt_probe *probe;

	if (id == DTRACE_IDNONE || id >= table.next_id || table.chunks[index] == NULL)
		return NULL;
	probe = &table.chunks[index]->probes[(id - 1) % CHUNK_PROBES];
	return probe->provider == NULL ? NULL : probe;
}

struct dt_probe *dt_probe_by_id(dt_probe_id_t id)
{
	struct dt_probe *probe = any_by_id(id);

	return probe == NULL || probe->gone ? NULL : probe;
}

static uint32_t exact_hash(const struct dt_provider *provider, const struct dt_name *module,
			   const struct dt_name *function, const struct dt_name *name)
{
	uint32_t hash = provider->name->hash;

	hash = hash * 31 + module->hash;
	hash = hash * 31 + function->hash;
	return dt_hash_u64(((uint64_t)hash << 32) | name->hash);
}

static struct dt_probe **exact_bucket(uint32_t hash)
{
	return &table.exact[hash & (table.bucket_count - 1)];
}

static struct dt_probe *exact_find(const struct dt_provider *provider, const struct dt_name *module,
				   const struct dt_name *function, const struct dt_name *name)
{
	struct dt_probe *probe = *exact_bucket(exact_hash(provider, module, function, name));

	for (; probe != NULL; probe = probe->next_exact) {
		if (probe->name == name && probe->function == function && probe->module == module &&
		    probe->provider == provider)
			return probe;
	}
	return NULL;
}

/* Of the three the function's is mostly the new one: it is looked for first. Return: whether there are all of them. */
static bool names_find(const struct dt_name *parts[3], const char *module, const char *function, const char *name)
{
	parts[1] = dt_name_find(function);
	if (parts[1] == NULL)
		return false;
	parts[0] = dt_name_find(module);
	parts[2] = dt_name_find(name);
	return parts[0] != NULL && parts[2] != NULL;
}

dt_probe_id_t dt_probe_lookup(struct dt_provider *provider, const char *module, const char *function, const char *name)
{
	const struct dt_name *parts[3];
	struct dt_probe *probe;
	dt_probe_id_t id = DTRACE_IDNONE;
	bool taken = dt_framework_enter();

	if (names_find(parts, module, function, name)) {
		probe = exact_find(provider, parts[0], parts[1], parts[2]);
		if (probe != NULL && !probe->gone)
			id = probe->id;
	}
	dt_framework_leave(taken);
	return id;
}

void *dt_probe_provided(dt_probe_id_t id)
{
	bool taken = dt_framework_enter();
	struct dt_probe *probe = dt_probe_by_id(id);
	void *arg = probe == NULL ? NULL : probe->arg;

	dt_framework_leave(taken);
	return arg;
}

/* ---- making ---------------------------------------------------------------------------------- */

/* Twice the buckets; without memory the chains just get longer. */
static void exact_grow(void)
{
	uint32_t count = table.bucket_count * 2, i;
	struct dt_probe **buckets = os_alloc(count * sizeof(*buckets));
	struct dt_probe *probe, *next, **bucket;

	if (buckets == NULL)
		return;
	for (i = 0; i < table.bucket_count; i++) {
		for (probe = table.exact[i]; probe != NULL; probe = next) {
			next = probe->next_exact;
			bucket = &buckets[exact_hash(probe->provider, probe->module, probe->function, probe->name) &
					  (count - 1)];
			probe->next_exact = *bucket;
			*bucket = probe;
		}
	}
	os_free(table.exact);
	table.exact = buckets;
	table.bucket_count = count;
}

static int chunk_add(void)
{
	uint32_t room = table.chunk_room == 0 ? 16 : table.chunk_room * 2;
	struct probe_chunk **chunks;
	struct probe_chunk *chunk;

	if (table.chunk_count == table.chunk_room) {
		chunks = os_alloc(room * sizeof(*chunks));
		if (chunks == NULL)
			return -OS_ENOMEM;
		if (table.chunk_count > 0)
			dt_memcpy(chunks, table.chunks, table.chunk_count * sizeof(*chunks));
		os_free(table.chunks);
		table.chunks = chunks;
		table.chunk_room = room;
	}
	chunk = os_alloc(sizeof(*chunk));
	if (chunk == NULL)
		return -OS_ENOMEM;
	table.chunks[table.chunk_count++] = chunk;
	return 0;
}

/* The place of the next id. Nothing is counted yet. */
static struct dt_probe *probe_alloc(void)
{
	uint32_t index = (table.next_id - 1) / CHUNK_PROBES;

	if (table.next_id > INT32_MAX - 1)
		return NULL;
	if (index == table.chunk_count && chunk_add() != 0)
		return NULL;
	return &table.chunks[index]->probes[(table.next_id - 1) % CHUNK_PROBES];
}

/*
 * Insert in order of id: every probe goes to the end, except one that was gone and has come back.
 */
static void function_link(struct dt_probe *probe)
{
	struct dt_name *function = (struct dt_name *)probe->function;
	struct dt_probe *before = function->last;

	if (function->length == 0) /* no pattern has an empty plain name */
		return;
	if (before == NULL) {
		probe->next_function = probe;
		function->last = probe;
		return;
	}
	if (before->id > probe->id) {
		while (before->next_function->id < probe->id)
			before = before->next_function;
	} else {
		function->last = probe;
	}
	probe->next_function = before->next_function;
	before->next_function = probe;
}

static void function_unlink(struct dt_probe *probe)
{
	struct dt_name *function = (struct dt_name *)probe->function;
	struct dt_probe *before = function->last;

	if (function->length == 0)
		return;
	while (before->next_function != probe)
		before = before->next_function;
	before->next_function = probe->next_function;
	if (function->last == probe)
		function->last = before == probe ? NULL : before;
}

static void probe_link(struct dt_probe *probe)
{
	struct dt_probe **bucket;

	if (table.count >= table.bucket_count)
		exact_grow();
	bucket = exact_bucket(exact_hash(probe->provider, probe->module, probe->function, probe->name));
	probe->next_exact = *bucket;
	*bucket = probe;
	function_link(probe);
	table.count++;
	table.chunks[(probe->id - 1) / CHUNK_PROBES]->live++;
	probe->provider->probe_count++;
}

void dt_probe_idle(const struct dt_probe *probe)
{
	table.some_idle |= probe->provider->ops->named_only && !probe->provider->ops->idle_kept;
}

/*
 * A probe that is gone is made again: it keeps its id, so that the id that consumers know is right
 * again.
 */
static int probe_revive(struct dt_probe *probe, unsigned int aframes, void *arg)
{
	probe->arg = arg;
	probe->aframes = (uint8_t)aframes;
	probe->gone = false;
	probe->revived = true;
	probe->alias = 0;
	dt_probe_idle(probe);
	probe->provider->gone_count--;
	probe->provider->probe_count++;
	function_link(probe);
	if (table.revived == 0 || probe->id < table.revived)
		table.revived = probe->id;
	return (int)probe->id;
}

static uint64_t name_bit(const struct dt_name *name)
{
	return 1ull << (name->hash & 63);
}

static void chunk_note(struct probe_chunk *chunk, const struct dt_probe *probe)
{
	chunk->has[CHUNK_PROVIDER] |= name_bit(probe->provider->name);
	chunk->has[CHUNK_MODULE] |= name_bit(probe->module);
	chunk->has[CHUNK_NAME] |= name_bit(probe->name);
}

static int probe_create(struct dt_provider *provider, const struct dt_name *parts[3], unsigned int aframes, void *arg)
{
	struct dt_probe *probe;

	probe = exact_find(provider, parts[0], parts[1], parts[2]);
	if (probe != NULL)
		return probe->gone ? probe_revive(probe, aframes, arg) : -OS_EEXIST;
	probe = probe_alloc();
	if (probe == NULL)
		return -OS_ENOMEM;
	probe->provider = provider;
	probe->module = parts[0];
	probe->function = parts[1];
	probe->name = parts[2];
	probe->arg = arg;
	probe->aframes = (uint8_t)aframes;
	probe->id = table.next_id++;
	chunk_note(table.chunks[(probe->id - 1) / CHUNK_PROBES], probe);
	probe_link(probe);
	dt_probe_idle(probe);
	return (int)probe->id;
}

int dt_probe_create(struct dt_provider *provider, const char *module, const char *function, const char *name,
		    unsigned int aframes, void *arg)
{
	const struct dt_name *parts[3];
	bool taken = dt_framework_enter();
	uint32_t next_id = table.next_id;
	int id = -OS_ENOMEM;

	parts[0] = dt_name_get(module, DTRACE_MODNAMELEN);
	parts[1] = dt_name_get(function, DTRACE_FUNCNAMELEN);
	parts[2] = dt_name_get(name, DTRACE_NAMELEN);
	if (parts[0] != NULL && parts[1] != NULL && parts[2] != NULL)
		id = probe_create(provider, parts, aframes, arg);
	if (table.next_id == next_id) { /* no new probe keeps the names */
		dt_name_put(parts[2]);
		dt_name_put(parts[1]);
		dt_name_put(parts[0]);
	}
	dt_framework_leave(taken);
	return id;
}

void dt_probe_alias(dt_probe_id_t id, dt_probe_id_t of)
{
	bool taken = dt_framework_enter();
	struct dt_probe *probe = dt_probe_by_id(id);

	if (probe != NULL)
		probe->alias = (uint8_t)(of < id && id - of < DT_ALIAS_FAR ? id - of : DT_ALIAS_FAR);
	dt_framework_leave(taken);
}

void dt_probe_args(dt_probe_id_t id, enum dt_probe_args args)
{
	bool taken = dt_framework_enter();
	struct dt_probe *probe = dt_probe_by_id(id);

	if (probe != NULL) {
		probe->at_entry = args == DT_ARGS_ENTRY;
		probe->at_exit = args == DT_ARGS_EXIT;
	}
	dt_framework_leave(taken);
}

void dt_probe_seldom(dt_probe_id_t id)
{
	bool taken = dt_framework_enter();
	struct dt_probe *probe = dt_probe_by_id(id);

	if (probe != NULL)
		probe->seldom = true;
	dt_framework_leave(taken);
}

void dt_probe_special(enum dt_special_probe which, dt_probe_id_t id)
{
	bool taken = dt_framework_enter();
	struct dt_probe *probe = dt_probe_by_id(id);

	if (dt_framework.special[which] != NULL)
		dt_framework.special[which]->role = DT_ROLE_NORMAL;
	dt_framework.special[which] = probe;
	if (probe != NULL)
		probe->role = (uint8_t)(which + 1);
	dt_framework_leave(taken);
}

/* ---- matching -------------------------------------------------------------------------------- */

static void match_field(struct dt_match *match, enum dt_probe_part part, const char *pattern)
{
	if (*pattern == '\0')
		return;
	if (dt_glob_special(pattern)) {
		match->glob[part] = pattern;
		match->has_glob = true;
		return;
	}
	match->exact[part] = dt_name_find(pattern);
	if (match->exact[part] == NULL)
		match->impossible = true;
}

void dt_match_prepare(struct dt_match *match, const struct dtrace_probedesc *desc)
{
	dt_memset(match, 0, sizeof(*match));
	match->desc = desc;
	match->named = desc->id != DTRACE_IDNONE || dt_desc_names_provider(desc);
	match_field(match, DT_PART_PROVIDER, desc->provider);
	match_field(match, DT_PART_MODULE, desc->module);
	match_field(match, DT_PART_FUNCTION, desc->function);
	match_field(match, DT_PART_NAME, desc->name);
}

static bool part_fits(const struct dt_match *match, enum dt_probe_part part, const struct dt_name *name)
{
	if (match->exact[part] != NULL)
		return match->exact[part] == name;
	return match->glob[part] == NULL || dt_glob_match(match->glob[part], name->text);
}

static bool is_other(const struct dt_name *exact, const struct dt_name *name)
{
	return exact != NULL && exact != name;
}

/* Plain names first: a walk over all probes ends most comparisons there, without a call. */
static bool probe_fits(const struct dt_match *match, const struct dt_probe *probe, uint32_t first)
{
	const struct dt_name *const *exact = match->exact;

	if (probe->provider == NULL || is_other(exact[DT_PART_PROVIDER], probe->provider->name) ||
	    is_other(exact[DT_PART_NAME], probe->name) || is_other(exact[DT_PART_MODULE], probe->module) ||
	    is_other(exact[DT_PART_FUNCTION], probe->function))
		return false;
	if (probe->gone && !match->gone)
		return false;
	if (probe->id < first && !(match->revived && probe->revived))
		return false;
	if (!match->named && probe->provider->ops->named_only)
		return false;
	if (!match->has_glob)
		return true;
	return part_fits(match, DT_PART_PROVIDER, probe->provider->name) &&
	       part_fits(match, DT_PART_NAME, probe->name) && part_fits(match, DT_PART_MODULE, probe->module) &&
	       part_fits(match, DT_PART_FUNCTION, probe->function);
}

/* Whether another name of the same thing fits, and comes before @probe's. */
static bool has_better_name(const struct dt_match *match, const struct dt_probe *probe)
{
	const struct dt_probe *before;

	for (; probe->alias != 0; probe = before) {
		before = probe->alias == DT_ALIAS_FAR ? NULL : any_by_id(probe->id - probe->alias);
		if (before == NULL || before->provider != probe->provider || before->module != probe->module ||
		    before->name != probe->name)
			return true;
		if (!before->gone && part_fits(match, DT_PART_FUNCTION, before->function))
			return true;
	}
	return false;
}

static int each_by_id(const struct dt_match *match, uint32_t first, int (*fn)(void *arg, struct dt_probe *probe),
		      void *arg)
{
	struct dt_probe *probe = any_by_id(match->desc->id);

	if (probe == NULL || !probe_fits(match, probe, first))
		return 0;
	return fn(arg, probe);
}

static int each_by_function(const struct dt_match *match, uint32_t first, int (*fn)(void *arg, struct dt_probe *probe),
			    void *arg)
{
	struct dt_probe *last = match->exact[DT_PART_FUNCTION]->last, *probe = last;
	int answer = 0;

	if (last == NULL)
		return 0;
	do {
		probe = probe->next_function;
		if (probe_fits(match, probe, first))
			answer = fn(arg, probe);
	} while (answer == 0 && probe != last);
	return answer;
}

static bool lacks(uint64_t has, const struct dt_name *exact)
{
	return exact != NULL && (has & name_bit(exact)) == 0;
}

/*
 * A provider's probes are made one after the other, so most chunks have few names but for those of
 * functions: a description with another plain name passes 512 probes at once.
 */
static bool chunk_may_fit(const struct probe_chunk *chunk, const struct dt_match *match)
{
	return chunk != NULL && !lacks(chunk->has[CHUNK_PROVIDER], match->exact[DT_PART_PROVIDER]) &&
	       !lacks(chunk->has[CHUNK_MODULE], match->exact[DT_PART_MODULE]) &&
	       !lacks(chunk->has[CHUNK_NAME], match->exact[DT_PART_NAME]);
}

static int each_of_all(const struct dt_match *match, uint32_t first, int (*fn)(void *arg, struct dt_probe *probe),
		       void *arg)
{
	struct probe_chunk *chunk;
	struct dt_probe *probe;
	uint32_t id = first == 0 ? 1 : first;
	uint32_t end; /* of the chunk: the first id of the next one */
	int answer;

	if (match->revived && table.revived != 0)
		id = DT_MIN(id, table.revived);
	for (; id < table.next_id; id = end) {
		chunk = table.chunks[(id - 1) / CHUNK_PROBES];
		end = DT_ROUNDUP(id, CHUNK_PROBES) + 1;
		if (!chunk_may_fit(chunk, match))
			continue;
		for (; id < DT_MIN(end, table.next_id); id++) {
			probe = &chunk->probes[(id - 1) % CHUNK_PROBES];
			if (!probe_fits(match, probe, first) || has_better_name(match, probe))
				continue;
			answer = fn(arg, probe);
			if (answer != 0)
				return answer;
		}
	}
	return 0;
}

int dt_probes_each(const struct dt_match *match, uint32_t first, int (*fn)(void *arg, struct dt_probe *probe),
		   void *arg)
{
	DT_ASSERT(dt_framework_held());
	if (match->impossible)
		return 0;
	if (match->desc->id != DTRACE_IDNONE)
		return each_by_id(match, first, fn, arg);
	if (match->exact[DT_PART_FUNCTION] != NULL)
		return each_by_function(match, first, fn, arg);
	return each_of_all(match, first, fn, arg);
}

/* ---- destroying ------------------------------------------------------------------------------ */

/* The provider's part ends, and the probe cannot be found by its names any more. */
static void probe_leave(struct dt_probe *probe)
{
	struct dt_provider *provider = probe->provider;

	function_unlink(probe);
	if (probe->role != DT_ROLE_NORMAL)
		dt_framework.special[probe->role - 1] = NULL;
	if (probe->armed)
		provider->armed_count--;
	if (provider->ops->destroy != NULL)
		provider->ops->destroy(provider->arg, probe->arg);
	probe->armed = false;
	probe->role = DT_ROLE_NORMAL;
	probe->arg = NULL;
	probe->gone = true;
	provider->probe_count--;
	provider->gone_count++;
}

void dt_probe_release(struct dt_probe *probe)
{
	struct dt_provider *provider = probe->provider;
	uint32_t index = (probe->id - 1) / CHUNK_PROBES;
	struct dt_probe **link;

	DT_ASSERT(dt_framework_held() && probe->gone && probe->ecbs == NULL);
	link = exact_bucket(exact_hash(provider, probe->module, probe->function, probe->name));
	while (*link != probe)
		link = &(*link)->next_exact;
	*link = probe->next_exact;
	dt_name_put(probe->name);
	dt_name_put(probe->function);
	dt_name_put(probe->module);
	probe->provider = NULL;
	probe->gone = false;
	probe->alias = 0;
	dt_provider_forget_probe(provider);
	table.count--;
	if (--table.chunks[index]->live == 0 && table.next_id > (index + 1) * CHUNK_PROBES) {
		os_free(table.chunks[index]);
		table.chunks[index] = NULL;
	}
}

struct probe_doomed {
	struct dt_provider *provider;
	const struct dt_name *module;
};

static bool doomed_fits(const struct probe_doomed *doomed, const struct dt_probe *probe)
{
	return probe != NULL && (doomed->provider == NULL || probe->provider == doomed->provider) &&
	       (doomed->module == NULL || probe->module == doomed->module);
}

void dt_probes_destroy(struct dt_provider *provider, const char *module)
{
	struct probe_doomed doomed = { provider, NULL };
	struct dt_probe *probe;
	uint32_t id;

	DT_ASSERT(dt_framework_held());
	if (module != NULL) {
		doomed.module = dt_name_find(module);
		if (doomed.module == NULL)
			return;
	}
	os_sync(); /* no firing of theirs runs any more */
	for (id = 1; id < table.next_id; id++) {
		probe = dt_probe_by_id(id);
		if (!doomed_fits(&doomed, probe))
			continue;
		probe_leave(probe);
		if (probe->ecbs == NULL)
			dt_probe_release(probe);
	}
}

int dt_provider_unregister(struct dt_provider *provider)
{
	bool taken;

	if (provider == NULL)
		return 0;
	taken = dt_framework_enter();
	if (provider->armed_count > 0) {
		dt_framework_leave(taken);
		return -OS_EBUSY;
	}
	dt_probes_destroy(provider, NULL);
	dt_provider_remove(provider);
	dt_framework_leave(taken);
	return 0;
}

void dt_provider_retire(struct dt_provider *provider, void (*disarm)(void *arg))
{
	bool taken = dt_framework_enter();

	disarm(provider->arg);
	dt_probes_destroy(provider, NULL);
	dt_provider_remove(provider);
	dt_framework_leave(taken);
}

bool dt_probes_revived(void)
{
	return table.revived != 0;
}

void dt_probes_settled(void)
{
	struct dt_probe *probe;
	uint32_t id;

	for (id = table.revived; id != 0 && id < table.next_id; id++) {
		probe = any_by_id(id);
		if (probe != NULL)
			probe->revived = false;
	}
	table.revived = 0;
}

static bool made_for_one(const struct dt_provider_ops *ops)
{
	return ops->named_only && !ops->idle_kept;
}

static bool made_again(const struct dt_provider_ops *ops)
{
	return ops->idle_destroyed != NULL;
}

static void destroy_idle_in(struct probe_chunk *chunk, bool (*which)(const struct dt_provider_ops *ops))
{
	struct dt_probe *probe;

	for (probe = chunk->probes; probe < chunk->probes + CHUNK_PROBES; probe++) {
		if (probe->provider == NULL || probe->gone || probe->armed || probe->ecbs != NULL)
			continue;
		if (which(probe->provider->ops)) {
			probe_leave(probe);
			dt_probe_release(probe);
		}
	}
}

static void destroy_idle(bool (*which)(const struct dt_provider_ops *ops))
{
	uint32_t i;

	for (i = 0; i < table.chunk_count; i++) {
		if (table.chunks[i] == NULL)
			continue;
		table.chunks[i]->live++; /* the chunk stays while we walk through it */
		destroy_idle_in(table.chunks[i], which);
		if (--table.chunks[i]->live == 0 && table.next_id > (i + 1) * CHUNK_PROBES) {
			os_free(table.chunks[i]);
			table.chunks[i] = NULL;
		}
	}
}

void dt_probes_destroy_idle(void)
{
	DT_ASSERT(dt_framework_held());
	if (!table.some_idle)
		return;
	table.some_idle = false;
	destroy_idle(made_for_one);
}

static void rewind_ids(void)
{
	struct probe_chunk *chunk;
	uint32_t last;

	while (table.next_id > 1) {
		last = table.next_id - 2; /* index of the last id that was given out */
		chunk = table.chunks[last / CHUNK_PROBES];
		if (chunk != NULL && chunk->probes[last % CHUNK_PROBES].provider != NULL)
			break;
		if (chunk != NULL)
			dt_memset(&chunk->probes[last % CHUNK_PROBES], 0, sizeof(chunk->probes[0]));
		table.next_id--;
	}
	while (table.chunk_count > DT_ROUNDUP(table.next_id - 1, CHUNK_PROBES) / CHUNK_PROBES)
		os_free(table.chunks[--table.chunk_count]);
}

void dt_probes_trim(bool is_short)
{
	struct dt_provider *provider;

	DT_ASSERT(dt_framework_held() && dt_framework.states == NULL);
	if (is_short) {
		destroy_idle(made_again);
		for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
			if (provider->ops->idle_destroyed != NULL)
				provider->ops->idle_destroyed(provider->arg);
		}
	}
	rewind_ids();
}

/* ---- for the DIF machine --------------------------------------------------------------------- */

DT_PROBE_CTX const char *dt_probe_name_part(const struct dt_probe *probe, enum dt_probe_part part)
{
	switch (part) {
	case DT_PART_PROVIDER:
		return probe->provider->name->text;
	case DT_PART_MODULE:
		return probe->module->text;
	case DT_PART_FUNCTION:
		return probe->function->text;
	default:
		return probe->name->text;
	}
}

DT_PROBE_CTX uint32_t dt_probe_id_get(const struct dt_probe *probe)
{
	return probe->id;
}

DT_PROBE_CTX const struct os_extent *dt_probe_frames(const struct dt_probe *probe)
{
	const struct dt_provider_ops *ops = probe->provider->ops;

	return ops->frames ? ops->frames(probe->arg) : NULL;
}

DT_PROBE_CTX unsigned int dt_probe_aframes(const struct dt_probe *probe)
{
	return probe->aframes;
}

enum dt_scope dt_probe_scope(const struct dt_probe *probe)
{
	const struct dt_provider_ops *ops = probe->provider->ops;

	return ops->scope != NULL ? ops->scope(probe->arg) : DT_SCOPE_KERNEL;
}

DT_PROBE_CTX enum dt_role dt_probe_role(const struct dt_probe *probe)
{
	return (enum dt_role)probe->role;
}

DT_PROBE_CTX unsigned long dt_probe_nested(const struct dt_probe *probe)
{
	return probe->nested;
}

DT_PROBE_CTX DT_BY_NAME int dt_firing_arg(const struct dt_probe *probe, const struct dt_firing *firing, unsigned int n,
					  uint64_t *value)
{
	return dt_firing_arg_inline(probe, firing, n, value);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ioctl_process.c - PROCESS: probes of a process, where the consumer says. All that it hands in is checked
 * here, but for what is in the process: that is for the provider.
 */
#include "core/consumer/consumer.h"
#include "core/consumer/ioctl.h"
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/usdt/usdt.h"
#include "base/line.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

/* ---- checking -------------------------------------------------------------------------------- */

/* The name at the start of [@at, @end), of @length characters that can be printed; NULL: there is none. */
static const char *read_name(const char *at, const char *end, size_t length, size_t room)
{
	size_t i;

	if (length == 0 || length >= room || (size_t)(end - at) <= length || at[length] != '\0')
		return NULL;
	for (i = 0; i < length; i++) {
		if ((uint8_t)at[i] < ' ' || at[i] == 0x7f)
			return NULL;
	}
	return at;
}

static bool is_offset(const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++) {
		if (!(name[i] >= '0' && name[i] <= '9') && !(name[i] >= 'a' && name[i] <= 'f'))
			return false;
	}
	return length <= 16;
}

static uint8_t allowed_flags(const struct dt_process_probe *probe)
{
	if (probe->lock)
		return DTRACE_PROCESSF_ENTRY;
	if (probe->usdt || dt_strcmp(probe->name, "return"))
		return 0;
	return DTRACE_PROCESSF_TAIL | DTRACE_PROCESSF_CONDITIONAL;
}

static bool sites_are_good(const struct dt_process_probe *probe)
{
	uint8_t allowed = allowed_flags(probe);
	const struct dtrace_processsite *site;
	size_t i;

	for (i = 0; i < probe->site_count; i++) {
		site = &probe->sites[i];
		if (site->length == 0 || site->length > sizeof(site->bytes) || site->flags & ~allowed)
			return false;
		if (site->flags & DTRACE_PROCESSF_CONDITIONAL && probe->part_count == 0)
			return false;
		if (i > 0 && site->addr <= probe->sites[i - 1].addr)
			return false;
	}
	for (i = 0; i < probe->part_count; i++) {
		if (probe->parts[i].start >= probe->parts[i].end)
			return false;
	}
	return true;
}

static bool usdt_is_good(const struct dtrace_processusdt *usdt)
{
	uint8_t seen = usdt->flags & DTRACE_PROCESSUSDT_MAPPED ? usdt->seen : 0;
	size_t i;

	if (usdt->natives > DTRACE_USDT_ARGS_MAX || usdt->flags & ~DTRACE_PROCESSUSDT_MAPPED ||
	    usdt->seen > DTRACE_USDT_ARGS_MAX || usdt->seen != seen)
		return false;
	for (i = 0; i < seen; i++) {
		if (usdt->from[i] >= usdt->natives)
			return false;
	}
	return true;
}

/* Whether a word is in the lock. */
static bool is_in_lock(const struct dtrace_processlock *lock, uint32_t offset)
{
	return offset < lock->size && lock->size - offset >= sizeof(uint32_t);
}

static bool lock_is_good(const struct dtrace_processlock *lock)
{
	size_t i;

	if (lock->call <= DTRACE_LOCK_NONE || lock->call >= DTRACE_LOCK_CALLS ||
	    lock->argument > DTRACE_LOCK_ARGUMENT_MAX || lock->size > DTRACE_LOCK_SIZE)
		return false;
	for (i = 0; i < DTRACE_LOCKTESTS; i++) {
		if (lock->tests[i].mask && !is_in_lock(lock, lock->tests[i].offset))
			return false;
	}
	return !lock->tests[DTRACE_LOCKTEST_CHECKED].mask || is_in_lock(lock, lock->owner_offset);
}

/* A function of locks has one entry at least. */
static bool has_entry(const struct dt_process_probe *probe)
{
	size_t i;

	for (i = 0; i < probe->site_count; i++) {
		if (probe->sites[i].flags & DTRACE_PROCESSF_ENTRY)
			return true;
	}
	return false;
}

/* Places of arguments, and in @end types of arguments, of a probe whose names end at @names. */
static bool read_args(struct dt_process_probe *probe, const char *types, const char *end)
{
	size_t i, length, count = probe->usdt->natives + probe->usdt->seen;
	const char *at = types;

	for (i = 0; i < probe->site_count * probe->usdt->natives; i++) {
		if (!dt_usdt_arg_is_valid(&probe->args[i]))
			return false;
	}
	for (i = 0; i < count; i++) {
		for (length = 0; at + length < end && at[length]; length++)
			;
		if (!read_name(at, end, length, DTRACE_ARGTYPELEN))
			return false;
		at += length + 1;
	}
	probe->types = types;
	probe->types_size = (size_t)(at - types);
	return true;
}

/* The next name of @length characters; one that @may_be_empty is "" then. Return: NULL, *@at unchanged: it is none. */
static const char *next_name(const char **at, const char *end, size_t length, size_t room, bool may_be_empty)
{
	const char *name = *at;

	if (length == 0 && may_be_empty && name < end && !*name) {
		*at = name + 1;
		return "";
	}
	name = name < end ? read_name(name, end, length, room) : NULL;
	if (name)
		*at = name + length + 1;
	return name;
}

/* The three names at @names. Return: what follows them, NULL: they are malformed. */
static const char *read_names(const struct dtrace_processprobe *probe, const char *names, const char *end,
			      struct dt_process_probe *ret)
{
	ret->module = next_name(&names, end, probe->module_len, DTRACE_MODNAMELEN, false);
	ret->function = ret->module ? next_name(&names, end, probe->function_len, DTRACE_FUNCNAMELEN, ret->usdt) : NULL;
	ret->name = ret->function ? next_name(&names, end, probe->name_len, DTRACE_NAMELEN, ret->lock) : NULL;
	return ret->name ? names : NULL;
}

/* The name says where the sites are; of a program's own probes it says nothing. */
static bool name_is_good(const struct dt_process_probe *probe, size_t length)
{
	if (probe->lock)
		return length == 0;
	return probe->usdt || !dt_strcmp(probe->name, "entry") || !dt_strcmp(probe->name, "return") ||
	       is_offset(probe->name, length);
}

/*
 * The part of an item that comes after its sites, at @at + *@size. Items of the provider pid have none.
 * Return: false: it is malformed.
 */
static bool read_more(const uint8_t *at, const char *provider, const struct dtrace_processprobe *probe, size_t *size,
		      struct dt_process_probe *ret)
{
	ret->provider = provider;
	if (!dt_strcmp(provider, DTRACE_PLOCKSTAT)) {
		ret->lock = (const struct dtrace_processlock *)(at + *size);
		*size += sizeof(*ret->lock);
		return *size < probe->size && !probe->parts && lock_is_good(ret->lock) && has_entry(ret);
	}
	ret->usdt = (const struct dtrace_processusdt *)(at + *size);
	ret->args = (const struct dtrace_usdt_arg *)(ret->usdt + 1);
	*size += sizeof(*ret->usdt);
	if (*size >= probe->size || probe->parts || !usdt_is_good(ret->usdt))
		return false;
	*size += ret->site_count * ret->usdt->natives * sizeof(*ret->args);
	return true;
}

/*
 * One probe of the buffer. @provider is the program's own, or "": pid. The caller has zeroed *@ret.
 * Return: the bytes that it takes, 0 when it is malformed.
 */
static size_t read_probe(const uint8_t *at, size_t left, const char *provider, struct dt_process_probe *ret)
{
	const struct dtrace_processprobe *probe = (const struct dtrace_processprobe *)at;
	const char *names, *end;
	size_t size;

	if (left < sizeof(*probe) || probe->size > left || probe->size < sizeof(*probe) || probe->size % 8 != 0)
		return 0;
	if (probe->sites == 0 || probe->sites > DTRACE_PROCESS_SITES_MAX || probe->parts > DTRACE_PROCESS_PARTS_MAX)
		return 0;
	size = sizeof(*probe) + probe->sites * sizeof(*ret->sites) + probe->parts * sizeof(*ret->parts);
	ret->sites = (const struct dtrace_processsite *)(probe + 1);
	ret->site_count = probe->sites;
	ret->parts = (const struct dtrace_processpart *)(ret->sites + ret->site_count);
	ret->part_count = probe->parts;
	if (size >= probe->size || (*provider && !read_more(at, provider, probe, &size, ret)))
		return 0;
	if (size >= probe->size)
		return 0;
	end = (const char *)at + probe->size;
	names = read_names(probe, (const char *)at + size, end, ret);
	if (!names || (ret->usdt && !read_args(ret, names, end)) || !sites_are_good(ret))
		return 0;
	return name_is_good(ret, probe->name_len) ? probe->size : 0;
}

/* All probes of the buffer, into @ret: request->count of them, zeroed. Return: whether all are well-formed. */
static bool read_all(const uint8_t *buffer, const struct dtrace_process *request, struct dt_process_probe *ret)
{
	size_t at = 0, size;
	uint32_t i;

	for (i = 0; i < request->count; i++) {
		size = read_probe(buffer + at, request->size - at, request->provider, &ret[i]);
		if (size == 0)
			return false;
		at += size;
	}
	return at == request->size;
}

/* ---- processes of a consumer ----------------------------------------------------------------- */

/* Programs that were enabled before may name the process. Context: [F] held. */
static void name_in_plans(struct dt_state *state)
{
	struct dt_plan *plan;
	uint32_t i;

	for (i = 0; state->numbered && i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		if (plan->ecb_count == 0)
			dt_numbers_in(state, plan->desc.provider);
	}
}

/* Context: [F] held. Return: whether the consumer has the process from now on. */
static bool process_add_to(struct dt_state *state, void *process, uint64_t named,
			   const struct dt_process_losses *before)
{
	struct dt_state_process *entry = os_alloc(sizeof(*entry));

	if (!entry)
		return false;
	entry->process = process;
	entry->named = named;
	entry->told = *before;
	entry->number = state->numbered ? dt_process_ops()->number(process) : named;
	if (!dt_table_add(&state->processes, entry)) {
		os_free(entry);
		return false;
	}
	name_in_plans(state);
	return true;
}

int dt_process_get(struct dt_state *state, uint64_t pid, const char *provider, const struct dtrace_pattr *attr,
		   void **ret)
{
	const struct dt_process_ops *ops = dt_process_ops();
	int error = ops ? ops->open(pid, provider, attr, ret) : -OS_EOPNOTSUPP;
	struct dt_process_losses before = { 0, 0, 0 };
	bool is_new = false, has;
	size_t unused;

	if (error)
		return error;
	ops->losses(*ret, false, &before, &unused);
	dt_framework_lock();
	has = dt_state_has(state, *ret);
	if (!has)
		is_new = has = process_add_to(state, *ret, pid, &before);
	dt_framework_unlock();
	if (!is_new)
		ops->close(*ret);
	return has ? 0 : -OS_ENOMEM;
}

/* None of the consumer's ECBs is left, and nobody looks at its table any more: it is out of the list. */
void dt_state_close_processes(struct dt_state *state)
{
	struct dt_state_process *entry;
	uint32_t i;

	for (i = 1; i <= state->processes.count; i++) {
		entry = dt_table_get(&state->processes, i);
		dt_process_ops()->close(entry->process);
		os_free(entry);
	}
	dt_table_free(&state->processes);
}

uint32_t dt_process_limit(const struct dt_state *state, uint32_t limit)
{
	if (limit == 0 || (state->own_only && limit > DTRACE_PROCESS_SITES))
		return DTRACE_PROCESS_SITES;
	return limit;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int add_all(void *process, const struct dt_process_probe *items, struct dtrace_process *request, uint32_t limit)
{
	uint32_t i;
	int error = 0;

	for (i = 0; i < request->count && !error; i++)
		error = dt_process_ops()->add(process, &items[i], limit, &request->made, &request->added);
	return error;
}

#define LOCK_PROBES 8u /* that a function of locks has at most */

/* Probes that an item means. */
struct finding {
	const struct dt_process_probe *item;
	struct dt_probe *found[LOCK_PROBES];
	size_t count;
};

/* A probe of the provider whose name is meant. */
static int find_in_function(void *arg, struct dt_probe *probe)
{
	struct finding *finding = arg;

	if (dt_str_same(probe->module->text, finding->item->module) &&
	    dt_str_same(probe->function->text, finding->item->function) && finding->count < LOCK_PROBES)
		finding->found[finding->count++] = probe;
	return 0;
}

/* The probes of a function of locks that the request means: their names are the provider's affair. */
static void find_of_lock(struct finding *finding, const char *provider, const struct dtrace_probedesc *means)
{
	struct dtrace_probedesc desc = { .id = 0 };
	struct dt_match match;

	dt_strlcpy(desc.provider, provider, sizeof(desc.provider));
	dt_strlcpy(desc.function, finding->item->function, sizeof(desc.function)); /* few have the name */
	dt_strlcpy(desc.name, means->name, sizeof(desc.name));
	dt_match_prepare(&match, &desc);
	dt_probes_each(&match, 0, find_in_function, finding);
}

/* The one that an item has made, or has added to. */
static void find_of_item(struct finding *finding, struct dt_provider *provider)
{
	const struct dt_process_probe *item = finding->item;

	finding->found[0] =
		dt_probe_by_id((uint32_t)dt_probe_lookup(provider, item->module, item->function, item->name));
	finding->count = finding->found[0] != NULL;
}

/*
 * The probes of the items, if the request says what means them.
 * return:  false: no memory.
 */
static bool meant_find(const struct dt_process_probe *items, const struct dtrace_process *request, struct dt_meant *ret)
{
	struct finding finding;
	struct dt_provider *provider;
	char name[DTRACE_PROVNAMELEN];
	uint32_t i;
	size_t j;

	dt_format_line(name, sizeof(name), "%s%llu", request->provider[0] ? request->provider : "pid",
		       (unsigned long long)request->pid);
	provider = dt_provider_find(name);
	ret->desc = &request->means;
	ret->probes = os_alloc(request->count * (size_t)LOCK_PROBES * sizeof(ret->probes[0]));
	for (i = 0; ret->probes && provider && i < request->count; i++) {
		finding.item = &items[i];
		finding.count = 0;
		if (items[i].lock)
			find_of_lock(&finding, name, &request->means);
		else
			find_of_item(&finding, provider);
		for (j = 0; j < finding.count; j++)
			ret->probes[ret->count++] = finding.found[j];
	}
	return ret->probes != NULL;
}

static void report(struct dtrace_process *request, const struct dt_enable_result *refused)
{
	uint32_t i;

	request->refused = refused->refused;
	request->reasons = refused->reasons;
	for (i = 0; i < refused->reasons; i++) {
		dt_strlcpy(request->reason[i].name, refused->reason[i].name, sizeof(request->reason[i].name));
		request->reason[i].count = refused->reason[i].count;
	}
}

static int process_add(struct dt_state *state, const struct dt_process_probe *items, struct dtrace_process *request)
{
	struct dt_enable_result refused = { .refused = 0 };
	struct dt_meant meant = { NULL, NULL, 0 };
	bool has_meaning = request->means.provider[0] != '\0';
	uint32_t first;
	void *process;
	const char *provider = request->provider[0] ? request->provider : NULL;
	int error = dt_process_get(state, request->pid, provider, &request->attr, &process);

	if (error)
		return error;
	dt_framework_lock();
	first = dt_probes_next_id();
	dt_providers_collect(&refused);
	error = add_all(process, items, request, dt_process_limit(state, request->limit));
	dt_providers_collect(NULL);
	if (has_meaning && !meant_find(items, request, &meant) && !error)
		error = -OS_ENOMEM;
	dt_match_new_probes(first, state, meant.probes ? &meant : NULL);
	dt_framework_unlock();
	os_free(meant.probes);
	report(request, &refused);
	return error;
}

/* Checks what the consumer has sent, all of it, and makes the probes. Nothing is made if a part of it is malformed. */
static int add_buffer(struct dt_state *state, const uint8_t *buffer, struct dtrace_process *request)
{
	struct dt_process_probe *items;
	int error = -OS_EINVAL;

	/* more items than their heads have room for: the number is wrong */
	if (request->count > request->size / sizeof(struct dtrace_processprobe))
		return error;
	items = os_alloc(request->count * sizeof(*items));
	if (!items)
		return -OS_ENOMEM;
	if (read_all(buffer, request, items))
		error = process_add(state, items, request);
	os_free(items);
	return error;
}

int dt_ioctl_process(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_process *request = &arg->process;
	uint8_t *buffer;
	int error;

	if (request->size == 0 || request->size > DTRACE_PROCESS_SIZE || request->buffer % 8 != 0 ||
	    dt_usdt_provider_error(request->provider) != 0 || !dt_desc_check(&request->means))
		return -OS_EINVAL;
	buffer = os_alloc(request->size);
	if (!buffer)
		return -OS_ENOMEM;
	request->made = request->added = request->refused = request->reasons = 0;
	dt_memset(request->reason, 0, sizeof(request->reason));
	if (os_copyin(buffer, request->buffer, request->size) != 0)
		error = -OS_EFAULT;
	else
		error = add_buffer(state, buffer, request);
	os_free(buffer);
	return error;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fbt.c - entry and return of kernel functions.
 *
 *   fbt:MODULE:FUNCTION:entry     one site, after landing pad and the kernel's own tracing NOPs;
 *                                 arg0..arg9 by the calling convention
 *   fbt:MODULE:FUNCTION:return    a site on every instruction that leaves the function; arg0 = its
 *                                 offset in the function, arg1 = the value
 *
 * A tail jump leaves the function too, but the function it jumps to has not run: there is no arg1
 * there (D reads 0; arg_desc tells which probes have such exits); arg0 is right. An exit in a part that the compiler split off the function is
 * an exit of the function; its offset is that of its address, and may be negative.
 *
 * Making a probe includes a scan of the function: a probe that cannot be armed is not made, so a
 * listing does not show it; the report gives the reason. A function without any exit, or with bytes
 * that do not decode, has no return probe, but it has an entry probe.
 *
 * Several names at one address are one function: its probes have the name that callers use, and each
 * of the other names has probes that are aliases of them (dt_probe_alias).
 */
#include <dtrace/provider.h>

#include "isa/isa.h"
#include "os/os.h"
#include "providers/fbt/fbt.h"
#include "providers/providers.h"
#include "base/glob.h"
#include "base/text.h"

#include <isa_types.h>

static struct dt_provider *provider;
static struct fbt_module_probe *module_probes;

/* Kinds of probes, bits. Who asks for entries alone gets no others: finding the exits takes most of the time. */
#define ENTRIES 1u
#define RETURNS 2u

static unsigned int all_made; /* kinds of which all probes are made, until idle_destroyed() */
static unsigned int asked;    /* kinds of which some are made, until then */
static bool cut_short;        /* a function may have only some of its probes, for want of memory; until then */

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.args = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_ISA, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

DT_PROBE_CTX static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_kload(dst, addr, size);
}

DT_PROBE_CTX static int fbt_arg_get(void *probe_arg, const struct dt_firing *firing, unsigned int n, uint64_t *value)
{
	static const struct isa_mem mem = { .load = load };
	const struct fbt_probe *probe = probe_arg;

	if (!(probe->flags & FBT_IS_RETURN))
		return isa_arg_get(firing->regs, n, &mem, value);
	if (n == 0) {
		*value = dt_exit_offset(firing->data);
		return 0;
	}
	if (n == 2 && firing->data & FBT_TAIL) {
		*value = 1;
		return 0;
	}
	if (n != 1 || firing->data & FBT_TAIL)
		return -OS_ERANGE;
	*value = (uint64_t)isa_ret_get(firing->regs);
	return 0;
}

/* ---- attachments ----------------------------------------------------------------------------- */

#define BLOCK_BYTES 2048 /* the largest that os_alloc() takes from a slab */
#define BLOCK_SITES ((BLOCK_BYTES - sizeof(struct fbt_block)) / sizeof(struct dt_site_attachment))

/* While probes are armed. */
struct filling {
	struct fbt_block *block; /* the one that has room; NULL: none */
	size_t probes;           /* that come, with this one */
};

static struct fbt_block *block_alloc(size_t room, size_t more)
{
	struct fbt_block *block = os_alloc(sizeof(*block) + room * sizeof(block->sites[0]) + more);

	if (block) {
		block->users = 1;
		block->room = (uint32_t)room;
	}
	return block;
}

static void block_put(struct fbt_block *block)
{
	if (block && --block->users == 0)
		os_free(block);
}

/* Give the probe @count attachments. Return: false without memory. */
static bool sites_alloc(struct fbt_probe *probe, size_t count, struct filling *filling)
{
	struct fbt_block *block = filling->block;

	if (!block || count > block->room - block->count) {
		block = block_alloc(DT_MAX(count, DT_MIN(filling->probes, BLOCK_SITES)), 0);
		if (!block)
			return false;
		block_put(filling->block);
		filling->block = block;
	}
	probe->block = block;
	probe->sites = &block->sites[block->count];
	block->count += (uint32_t)count;
	block->users++;
	return true;
}

/* Give it @count of its own, with @more bytes after them. */
static bool sites_alloc_own(struct fbt_probe *probe, size_t count, size_t more)
{
	probe->block = block_alloc(count, more);
	probe->sites = probe->block ? probe->block->sites : NULL;
	return probe->block != NULL;
}

static void forget_sites(struct fbt_probe *probe)
{
	block_put(probe->block);
	probe->block = NULL;
	probe->sites = NULL;
}

/* ---- making probes --------------------------------------------------------------------------- */

struct provide {
	const struct dtrace_probedesc *pattern; /* NULL: all */
	struct exits_scan *scan;
	unsigned int kinds; /* that are wanted */
	bool everything;    /* all functions of all modules come, from the first on */
	size_t index;       /* of those that are not refused */
};

static struct fbt_probe *probe_alloc(bool in_module)
{
	struct fbt_module_probe *probe;

	if (!in_module)
		return os_alloc(sizeof(struct fbt_probe));
	probe = os_alloc(sizeof(*probe));
	if (!probe)
		return NULL;
	probe->probe.flags = FBT_IS_IN_MODULE;
	probe->next = module_probes;
	probe->link = &module_probes;
	if (module_probes)
		module_probes->link = &probe->next;
	module_probes = probe;
	return &probe->probe;
}

/* Whether the exits that @scan found have a value. */
static uint8_t value_flags(const struct exits_scan *scan)
{
	uint8_t flags = 0;
	size_t i;

	for (i = 0; i < scan->count; i++) {
		if (!scan->exits[i].refused)
			flags |= scan->exits[i].tail ? FBT_HAS_TAIL : FBT_HAS_VALUE;
	}
	return flags;
}

static void fbt_arg_desc(void *arg, void *probe_arg, struct dtrace_argdesc *desc)
{
	const struct fbt_probe *probe = probe_arg;

	if (desc->index == 1 && probe->flags & FBT_HAS_TAIL)
		desc->flags = probe->flags & FBT_HAS_VALUE ? DTRACE_ARGF_SOMETIMES : DTRACE_ARGF_NEVER;
}

static void probe_free(struct fbt_probe *probe)
{
	struct fbt_module_probe *in_module = (struct fbt_module_probe *)probe;

	if (probe->flags & FBT_IS_IN_MODULE) {
		*in_module->link = in_module->next;
		if (in_module->next)
			in_module->next->link = in_module->link;
	}
	if (probe->flags & FBT_IS_KEPT && probe->site_count > FBT_EXITS_FEW)
		os_free(probe->exits.many);
	forget_sites(probe);
	os_free(probe);
}

/*
 * Keep the exits that @scan found. If one does not fit in a word, or there is no memory, they are
 * not kept, and the function is scanned again when it is armed.
 */
static void keep_exits(struct fbt_probe *probe, const struct exits_scan *scan)
{
	size_t count = scan->count - scan->refused_count, i;
	uint32_t *words = probe->exits.few;
	int64_t offset;

	if (scan->conditional_count)
		return;
	if (count > FBT_EXITS_FEW)
		words = os_alloc(count * sizeof(*words));
	if (!words)
		return;
	for (i = 0, count = 0; i < scan->count; i++) {
		if (scan->exits[i].refused)
			continue;
		offset = (int64_t)(scan->exits[i].addr - probe->addr);
		if (offset != (int64_t)((uint64_t)offset << 33) >> 33)
			break;
		words[count++] = ((uint32_t)offset & ~FBT_KEPT_TAIL) | (scan->exits[i].tail ? FBT_KEPT_TAIL : 0);
	}
	if (i < scan->count) {
		if (words != probe->exits.few)
			os_free(words);
		return;
	}
	if (words != probe->exits.few)
		probe->exits.many = words;
	probe->site_count = (uint16_t)count;
	probe->flags |= FBT_IS_KEPT;
}

/* The id of a probe of this function, DTRACE_IDNONE: it has none, though another function of the same name may. */
static int made_before(const struct os_func *func, const char *function, const char *name)
{
	dt_probe_id_t id = dt_probe_lookup(provider, func->module, function, name);
	const struct fbt_probe *probe = dt_probe_provided(id);

	return probe && probe->addr == func->addr ? (int)id : 0;
}

/*
 * Make one probe. @scan: of a return, else NULL. @flags: more of its flags. @of: the probe that it is an alias of, 0
 * for none.
 * Return: its id, also when it was there already; 0 when another function of this name has one; or
 * -OS_ENOMEM.
 */
static int make_probe(const struct os_func *func, const char *name, const struct exits_scan *scan, uint8_t flags,
		      int of)
{
	struct fbt_probe *probe = probe_alloc(!dt_str_same(func->module, "vmlinux"));
	const char *which = scan ? "return" : "entry";
	int id;

	if (!probe)
		return -OS_ENOMEM;
	probe->addr = func->addr;
	probe->flags |= flags;
	probe->body = (uint8_t)(func->body - func->addr);
	probe->size = func->size > EXITS_CODE_MAX ? 0 : (uint32_t)func->size;
	if (scan) {
		probe->flags |= FBT_IS_RETURN | value_flags(scan);
		keep_exits(probe, scan);
	}
	id = dt_probe_create(provider, func->module, name, which, 0, probe);
	if (id <= 0) {
		probe_free(probe);
		return id == -OS_EEXIST ? made_before(func, name, which) : id;
	}
	dt_probe_args((dt_probe_id_t)id, scan ? DT_ARGS_EXIT : DT_ARGS_ENTRY);
	if (of > 0)
		dt_probe_alias((dt_probe_id_t)id, (dt_probe_id_t)of);
	return id;
}

/*
 * Make the probe for the name that callers use, and one for each other name, each an alias of the
 * one before.
 */
static int make_probes(const struct os_func *func, const struct exits_scan *scan, uint8_t flags)
{
	const char *const *alias;
	int id = make_probe(func, func->name, scan, flags, 0), of = id;

	for (alias = func->aliases; alias && *alias && id >= 0; alias++) {
		id = make_probe(func, *alias, scan, flags, of);
		if (id > 0)
			of = id;
	}
	return id < 0 ? id : 0;
}

static struct fbt_probe *made_probe(const struct os_func *func, const char *name)
{
	return dt_probe_provided((dt_probe_id_t)made_before(func, func->name, name));
}

/* Which kinds of probes the function has, or cannot have, unless making them was cut short. */
static unsigned int kinds_made(const struct os_func *func)
{
	const struct fbt_probe *entry = made_probe(func, "entry");
	unsigned int made = made_probe(func, "return") ? RETURNS : 0;

	if (cut_short)
		return 0;
	if (entry)
		made |= ENTRIES | (entry->flags & FBT_IS_SCANNED ? RETURNS : 0);
	return made;
}

static int provide_func(void *arg, const struct os_func *func)
{
	struct provide *provide = arg;
	uint64_t size = func->size > EXITS_CODE_MAX ? 0 : func->size;
	unsigned int kinds = provide->kinds;
	const char *entry_refused;
	struct fbt_probe *entry;
	uint8_t flags;
	int error = 0;

	if (!func->refused && !provide->everything)
		kinds &= ~kinds_made(func);
	if (func->refused || !kinds)
		return 0;
	if (kinds != ENTRIES || !exits_entry_alone(provide->scan, func->addr, func->body, size, &entry_refused)) {
		exits_scan(provide->scan, func->addr, func->body, size);
		if (provide->scan->no_memory)
			return -OS_ENOMEM;
		entry_refused = exits_entry_refusal(provide->scan, func->body);
		if (provide->everything)
			fbt_report_note(provide->index, func, provide->scan, entry_refused);
	}
	provide->index++;
	flags = kinds & RETURNS ? FBT_IS_SCANNED : 0;
	if (kinds & ENTRIES && !entry_refused)
		error = make_probes(func, NULL, flags);
	if (!error && kinds & RETURNS && !provide->scan->refused)
		error = make_probes(func, provide->scan, flags);
	entry = kinds == RETURNS ? made_probe(func, "entry") : NULL;
	if (entry)
		entry->flags |= flags;
	cut_short |= error != 0;
	return error;
}

static bool provide_wants(void *arg, const char *module, const char *name)
{
	const struct dtrace_probedesc *pattern = ((struct provide *)arg)->pattern;

	return dt_pattern_match(pattern->function, name) && dt_pattern_match(pattern->module, module);
}

/* Return: 0 when all was seen, or -OS_ENOMEM. */
static int provide_walk(const char *module, const struct dtrace_probedesc *pattern, unsigned int kinds)
{
	struct provide provide = { .pattern = pattern, .kinds = kinds, .everything = !module && !pattern };
	struct os_space *space = os_kernel_space();
	struct os_func_query query = { .module = module, .wants = pattern ? provide_wants : NULL };
	int error = -OS_ENOMEM;

	if (pattern && dt_glob_plain(pattern->function))
		query.name = pattern->function;
	provide.scan = os_alloc(sizeof(*provide.scan));
	if (!provide.scan)
		return error;
	os_trace("fbt: provide", pattern != NULL, 0);
	if (kinds == ENTRIES && (!pattern || dt_glob_all(pattern->function))) /* to scan a few functions costs less */
		exits_scan_cold(provide.scan, module);
	error = space->ops->func_each(space, &query, provide_func, &provide);
	os_trace("fbt: provided", error == 0, 0);
	exits_scan_fini(provide.scan);
	os_free(provide.scan);
	return error;
}

static unsigned int kinds_of(const struct dtrace_probedesc *pattern)
{
	unsigned int kinds = 0;

	if (!pattern || !dt_glob_excludes(pattern->name, "entry"))
		kinds |= ENTRIES;
	if (!pattern || !dt_glob_excludes(pattern->name, "return"))
		kinds |= RETURNS;
	return kinds;
}

/*
 * Make the probes that match, or all of their kinds when the pattern names neither module nor function. Scanning a
 * function costs more than comparing its name.
 */
static void fbt_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	bool narrow =
		pattern && (!dt_glob_all(pattern->function) || dt_glob_plain(pattern->module) || os_memory_short());
	unsigned int kinds = kinds_of(pattern) & ~all_made;
	int error;

	if (!kinds || (pattern && dt_glob_excludes(pattern->provider, "fbt")))
		return;
	asked |= kinds;
	if (narrow)
		error = provide_walk(dt_glob_plain(pattern->module) ? pattern->module : NULL, pattern, kinds);
	else
		error = provide_walk(NULL, NULL, kinds);
	if (!narrow && error == 0)
		all_made |= kinds;
	if (error != 0)
		dt_provide_failed(-OS_ENOMEM, 1);
}

/* An earlier pattern or name may also match a function of the coming module. */
static void fbt_provide_module(void *arg, const char *module)
{
	fbt_report_forget(false);
	if (asked)
		provide_walk(module, NULL, asked);
}

static void fbt_idle_destroyed(void *arg)
{
	all_made = asked = 0;
	cut_short = false;
}

static void fbt_destroy(void *arg, void *probe_arg)
{
	probe_free(probe_arg);
}

/* ---- arming ---------------------------------------------------------------------------------- */

static void set_exit(struct fbt_probe *probe, struct dt_site_attachment *site, int64_t offset, bool tail)
{
	site->space = os_kernel_space();
	site->addr = probe->addr + (uint64_t)offset;
	site->data = ((uint64_t)offset & ~FBT_TAIL) | (tail ? FBT_TAIL : 0);
	site->order = DT_SITE_ORDER_RETURN;
	site->edge = true;
}

/*
 * Make the probe's attachments of the exits that can be sites; a copy of the parts follows them
 * when one needs it.
 */
static const char *find_exits(struct fbt_probe *probe, const struct exits_scan *scan)
{
	size_t i, extents, count = scan->count - scan->refused_count;
	struct os_extent *parts = NULL;
	struct dt_site_attachment *site;

	extents = scan->conditional_count ? scan->part_count + 1 : 0;
	if (!sites_alloc_own(probe, count, extents * sizeof(*parts)))
		return "no-memory";
	if (extents)
		parts = (struct os_extent *)(void *)&probe->sites[count];
	for (i = 0; i < extents; i++)
		parts[i] = scan->parts[i];
	for (i = 0, site = probe->sites; i < scan->count; i++) {
		if (scan->exits[i].refused)
			continue;
		set_exit(probe, site, (int64_t)(scan->exits[i].addr - probe->addr), scan->exits[i].tail);
		if (scan->exits[i].conditional) {
			site->special = DT_SITE_INSIDE;
			site->inside = parts;
		}
		site++;
	}
	probe->site_count = (uint16_t)(site - probe->sites);
	return NULL;
}

static const char *kept_exits(struct fbt_probe *probe, struct filling *filling)
{
	const uint32_t *words = probe->site_count > FBT_EXITS_FEW ? probe->exits.many : probe->exits.few;
	size_t i;

	if (!sites_alloc(probe, probe->site_count, filling))
		return "no-memory";
	for (i = 0; i < probe->site_count; i++)
		set_exit(probe, &probe->sites[i], (int32_t)(words[i] << 1) >> 1, words[i] & FBT_KEPT_TAIL);
	return NULL;
}

static const char *find_entry(struct fbt_probe *probe, struct filling *filling)
{
	if (!sites_alloc(probe, 1, filling))
		return "no-memory";
	probe->site_count = 1;
	probe->sites[0].space = os_kernel_space();
	probe->sites[0].addr = probe->addr + probe->body;
	probe->sites[0].order = DT_SITE_ORDER_ENTRY;
	probe->sites[0].edge = true;
	return NULL;
}

static const char *find_sites(struct fbt_probe *probe, struct exits_scan *scan, struct filling *filling)
{
	if (!(probe->flags & FBT_IS_RETURN))
		return find_entry(probe, filling);
	if (probe->flags & FBT_IS_KEPT)
		return kept_exits(probe, filling);
	exits_scan(scan, probe->addr, probe->addr + probe->body, probe->size);
	return scan->refused ? scan->refused : find_exits(probe, scan);
}

static size_t armed_sites(const struct fbt_probe *probe)
{
	return probe->sites ? probe->site_count : 0;
}

static bool is_moved(const struct fbt_probe *probe, const struct dt_site_attachment *site)
{
	return site->addr - probe->addr >= (probe->size ? probe->size : EXITS_CODE_MAX);
}

/*
 * Gather the attachments of a batch; the caller frees. NULL: none, or no memory. Probes come in order
 * of their functions, and so do those attachments which are not moved; those that are come last: the site layer then
 * has little to sort.
 */
static struct dt_site_attachment **gather(struct dt_enable_request *requests, size_t count, size_t *total_ret)
{
	struct dt_site_attachment **list, **front, **back, *one;
	struct fbt_probe *probe;
	size_t i, j, total = 0;

	for (i = 0; i < count; i++)
		total += armed_sites(requests[i].arg);
	list = total ? os_alloc(total * sizeof(*list)) : NULL;
	if (!list)
		return NULL;
	front = list;
	back = list + total;
	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		for (j = 0; j < armed_sites(probe); j++) {
			probe->sites[j].probe = requests[i].probe;
			if (is_moved(probe, &probe->sites[j]))
				*--back = &probe->sites[j];
			else
				*front++ = &probe->sites[j];
		}
	}
	/* those that were moved are in the opposite order now */
	for (front = back, back = list + total; front < back; front++) {
		one = *front;
		*front = *--back;
		*back = one;
	}
	*total_ret = total;
	return list;
}

/* A probe is armed when one of its sites is. Refused exits make it incomplete, not refused. */
static const char *judge(struct fbt_probe *probe)
{
	const char *refused = NULL;
	size_t i;

	for (i = 0; i < armed_sites(probe); i++) {
		refused = dt_site_refused(&probe->sites[i]);
		if (!refused)
			break;
	}
	return refused;
}

static void arm(struct dt_enable_request *requests, size_t count)
{
	struct dt_site_attachment **list;
	struct fbt_probe *probe;
	size_t i, total = 0;

	list = gather(requests, count, &total);
	if (list)
		dt_sites_attach(list, total);
	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		if (!requests[i].refused)
			requests[i].refused = list ? judge(probe) : "no-memory";
		if (requests[i].refused)
			forget_sites(probe);
	}
	os_free(list);
}

static void fbt_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct exits_scan *scan = os_alloc(sizeof(*scan));
	struct filling filling = { NULL, count };
	struct fbt_probe *probe;
	size_t i;

	os_trace("fbt: enable", count, 0);
	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		forget_sites(probe);
		requests[i].refused = scan ? find_sites(probe, scan, &filling) : "no-memory";
		filling.probes--;
		os_yield();
	}
	block_put(filling.block);
	if (scan)
		exits_scan_fini(scan);
	os_free(scan);
	os_trace("fbt: looked through", count, 0);
	arm(requests, count);
}

static void fbt_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct dt_site_attachment **list;
	struct dt_site_attachment *one;
	struct fbt_probe *probe;
	size_t i, j, total = 0;

	list = gather(requests, count, &total);
	if (list)
		dt_sites_detach(list, total);
	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		for (j = 0; !list && j < armed_sites(probe); j++) {
			one = &probe->sites[j];
			dt_sites_detach(&one, 1);
		}
		forget_sites(probe);
		os_yield(); /* a free can take long, where the kernel keeps account of memory */
	}
	os_free(list);
}

struct extent {
	uint64_t start, end;
};

static int extend(void *arg, const struct os_func *func)
{
	struct extent *extent = arg;

	if (extent->end == 0)
		extent->start = func->addr;
	extent->end = func->addr + func->size;
	return 0;
}

/* The armed sites of the probes in @extent: how many, and into @list when it is there. */
static size_t gather_extent(const struct extent *extent, struct dt_site_attachment **list)
{
	struct fbt_module_probe *probe;
	size_t i, total = 0;

	for (probe = module_probes; probe; probe = probe->next) {
		if (probe->probe.addr < extent->start || probe->probe.addr >= extent->end)
			continue;
		for (i = 0; i < armed_sites(&probe->probe); i++, total++) {
			if (list)
				list[total] = &probe->probe.sites[i];
		}
	}
	return total;
}

/*
 * The module's text is still there: restore the bytes; when this returns, no trap of its sites is
 * under way.
 */
static void fbt_remove_module(void *arg, const char *module)
{
	struct os_space *space = os_kernel_space();
	struct dt_site_attachment **list, *one;
	struct extent extent = { 0, 0 };
	struct os_func_query query = { .module = module };
	struct fbt_module_probe *probe;
	size_t i, total;

	fbt_report_forget(false);
	space->ops->func_each(space, &query, extend, &extent);
	total = gather_extent(&extent, NULL);
	list = total ? os_alloc(total * sizeof(*list)) : NULL;
	if (list) {
		gather_extent(&extent, list);
		dt_sites_detach(list, total);
	}
	for (probe = module_probes; probe; probe = probe->next) {
		if (probe->probe.addr < extent.start || probe->probe.addr >= extent.end)
			continue;
		for (i = 0; !list && i < armed_sites(&probe->probe); i++) {
			one = &probe->probe.sites[i];
			dt_sites_detach(&one, 1);
		}
		forget_sites(&probe->probe);
	}
	os_free(list);
}

static const struct dt_provider_ops ops = {
	.provide = fbt_provide,
	.provide_module = fbt_provide_module,
	.remove_module = fbt_remove_module,
	.enable = fbt_enable,
	.disable = fbt_disable,
	.arg_get = fbt_arg_get,
	.arg_desc = fbt_arg_desc,
	.idle_destroyed = fbt_idle_destroyed,
	.destroy = fbt_destroy,
	.report = fbt_report,
};

int dt_provider_fbt_init(void)
{
	fbt_idle_destroyed(NULL);
	return dt_provider_register("fbt", &attributes, &ops, NULL, &provider);
}

void dt_provider_fbt_fini(void)
{
	dt_provider_unregister(provider);
	fbt_report_forget(true);
	provider = NULL;
}

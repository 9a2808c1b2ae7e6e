/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* returns.c - see returns.h. */
#include "providers/derived/returns.h"

#include "isa/isa.h"
#include "providers/derived/stash.h"
#include "providers/exits/exits.h"

#include <isa_types.h>

#define FUNCTIONS_MAX 8   /* that one function may end in, itself included */
#define FOUND_MAX     128 /* exits of all of them */

DT_STATIC_ASSERT(STASH_WORDS == OS_ADAPTER_ENTRY_WORDS, "the stash keeps what an entry has");

/* ---- firing ---------------------------------------------------------------------------------- */

DT_PROBE_INLINE struct stash_key key_of(const struct derived_place *place, const struct isa_regs *regs)
{
	struct stash_key key = { os_fact(OS_FACT_THREAD_KEY), place, isa_sp_get(regs) };

	return key;
}

DT_PROBE_CTX uint32_t derived_returns_entered(struct dt_site_attachment *entry, struct dt_firing *firing)
{
	const struct derived_place *place = DT_CONTAINER_OF(entry, struct derived_place, entry);
	struct stash_key key = key_of(place, firing->regs);
	DT_UNINITIALIZED uint64_t words[STASH_WORDS];

	isa_entry_args(firing->regs, words);
	stash_put(place->derived->stash, &key, words);
	return os_cpu_self();
}

/* A jump whose target cannot be read will fault: it does not lead out. */
DT_PROBE_CTX static bool leads_out(const struct derived_place *place, const struct isa_regs *regs)
{
	const struct os_extent *inside;
	uint64_t pc;

	if (dt_site_target(regs, &pc) != 0)
		return false;
	for (inside = place->inside; inside->end != 0; inside++) {
		if (pc >= inside->start && pc < inside->end)
			return false;
	}
	return true;
}

DT_PROBE_CTX static uint32_t left(struct dt_site_attachment *site, struct dt_firing *firing)
{
	const struct derived_exit *exit = DT_CONTAINER_OF(site, struct derived_exit, site);
	const struct derived_place *place = exit->place;
	struct stash_key key = key_of(place, firing->regs);
	DT_UNINITIALIZED uint64_t in[OS_ADAPTER_RETURN_WORDS];

	if (exit->way == DERIVED_WAY_JUMP && !leads_out(place, firing->regs))
		return os_cpu_self();
	if (!stash_take(place->derived->stash, &key, in + 1))
		return os_cpu_self();
	if (exit->way != DERIVED_WAY_RETURN) {
		__atomic_fetch_add(&place->derived->lost, 1, __ATOMIC_RELAXED);
		return os_cpu_self();
	}
	in[0] = (uint64_t)isa_ret_get(firing->regs);
	derived_fire_rows(place, in, firing);
	return os_cpu_self();
}

/* ---- finding --------------------------------------------------------------------------------- */

/* What is found out about a function and those it ends in. */
struct search {
	struct exits_scan scan;
	struct os_func functions[FUNCTIONS_MAX]; /* without their strings */
	size_t function_count;
	uint64_t barred[FUNCTIONS_MAX]; /* first bytes of those that are not followed */
	size_t barred_count;
	struct os_extent inside[FUNCTIONS_MAX * EXITS_PARTS_MAX + 1]; /* ended by an end of 0 */
	size_t inside_count;
	struct {
		uint64_t addr;
		enum derived_way way;
	} found[FOUND_MAX];
	size_t found_count;
};

static int take_target(void *arg, const struct os_func *func)
{
	*(struct os_func *)arg = *func;
	return 1;
}

/* Is the function at @target one whose exits are looked for? */
static bool follow(struct search *search, uint64_t target)
{
	struct os_func_query query = { .addr = target };
	struct os_space *space = os_kernel_space();
	struct os_func func;
	size_t i;

	for (i = 0; i < search->function_count; i++) {
		if (search->functions[i].addr == target)
			return true;
	}
	for (i = 0; i < search->barred_count; i++) {
		if (search->barred[i] == target)
			return false;
	}
	if (search->function_count == FUNCTIONS_MAX || space->ops->func_each(space, &query, take_target, &func) != 1 ||
	    func.refused)
		return false;
	func.body = func.addr;
	search->functions[search->function_count++] = func;
	return true;
}

static const char *refused_exit(const struct exits_scan *scan)
{
	size_t i;

	for (i = 0; i < scan->count; i++) {
		if (scan->exits[i].refused)
			return scan->exits[i].refused;
	}
	return NULL;
}

/* Return: why the exits of the function at @index are not all known, or NULL. */
static const char *add_function(struct search *search, size_t index)
{
	const struct os_func *func = &search->functions[index];
	struct exits_scan *scan = &search->scan;
	const char *refused;
	size_t i;

	exits_scan(scan, func->addr, func->body, func->size > EXITS_CODE_MAX ? 0 : func->size);
	refused = scan->refused ? scan->refused : refused_exit(scan);
	if (!refused && index == 0)
		refused = exits_entry_refusal(scan, func->body);
	for (i = 0; i < scan->part_count && !refused; i++)
		search->inside[search->inside_count++] = scan->parts[i];
	for (i = 0; i < scan->count && !refused; i++) {
		if (scan->exits[i].tail && scan->exits[i].target && follow(search, scan->exits[i].target))
			continue;
		if (search->found_count == FOUND_MAX)
			return "too-many-exits";
		search->found[search->found_count].addr = scan->exits[i].addr;
		search->found[search->found_count++].way = !scan->exits[i].tail         ? DERIVED_WAY_RETURN
							   : scan->exits[i].conditional ? DERIVED_WAY_JUMP
											: DERIVED_WAY_LOST;
	}
	return refused;
}

/* A function whose exits are not all known is not followed; then all is looked at again. */
static const char *search_all(struct search *search)
{
	const char *refused = NULL;
	size_t i;

	do {
		search->function_count = 1;
		search->inside_count = search->found_count = 0;
		for (i = 0; i < search->function_count; i++) {
			refused = add_function(search, i);
			if (refused)
				break;
		}
		if (!refused || i == 0 || search->barred_count == FUNCTIONS_MAX)
			break;
		search->barred[search->barred_count++] = search->functions[i].addr;
	} while (true);
	return refused;
}

static int keep(struct derived_place *place, const struct search *search)
{
	struct derived_exit *exit;
	size_t i;

	place->exits = os_alloc(search->found_count * sizeof(*place->exits));
	place->inside = os_alloc((search->inside_count + 1) * sizeof(*place->inside));
	place->sites = os_alloc((search->found_count + 1) * sizeof(*place->sites));
	if (!place->exits || !place->inside || !place->sites)
		return -OS_ENOMEM;
	for (i = 0; i < search->inside_count; i++)
		place->inside[i] = search->inside[i];
	place->sites[place->site_count++] = &place->entry;
	for (i = 0; i < search->found_count; i++) {
		exit = &place->exits[i];
		exit->place = place;
		exit->way = search->found[i].way;
		exit->site.space = os_kernel_space();
		exit->site.addr = search->found[i].addr;
		exit->site.order = DT_SITE_ORDER_RETURN;
		exit->site.edge = true;
		exit->site.special = DT_SITE_FIRE;
		exit->site.fire = left;
		place->sites[place->site_count++] = &exit->site;
	}
	return 0;
}

int derived_returns_find(struct derived_place *place, const struct os_func *func, const char **why)
{
	struct search *search = os_alloc(sizeof(*search));
	int error;

	if (!search)
		return -OS_ENOMEM;
	search->functions[0] = *func;
	*why = search_all(search);
	error = search->scan.no_memory ? -OS_ENOMEM : *why ? -OS_ENOENT : keep(place, search);
	exits_scan_fini(&search->scan);
	os_free(search);
	return error;
}

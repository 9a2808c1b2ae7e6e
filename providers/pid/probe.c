/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* probe.c - probes of one process: their sites, arming, arguments. pid.h has the theory. */
#include "base/memory.h"
#include "base/text.h"
#include "providers/pid/pid.h"

uint32_t pid_site_total;

/* ---- firing ---------------------------------------------------------------------------------- */

DT_PROBE_CTX static int pid_arg_get(void *probe_arg, const struct dt_firing *firing, unsigned int n, uint64_t *value)
{
	const struct pid_probe *probe = probe_arg;
	const struct os_space *space = probe->process->space;

	if (probe->kind == PID_ENTRY)
		return space->isa->user_arg_get(firing->regs, n, space->memory, value);
	if (probe->kind == PID_OFFSET)
		return -OS_ERANGE;
	if (probe->kind == PID_DEFINED)
		return pid_defined_arg_get(probe, firing, n, value);
	if (n == 0) {
		*value = dt_exit_offset(firing->data);
		return 0;
	}
	if (n == 2 && firing->data & PID_TAIL) {
		*value = 1;
		return 0;
	}
	if (n != 1 || firing->data & PID_TAIL)
		return -OS_ERANGE;
	*value = (uint64_t)space->isa->ret_get(firing->regs);
	return 0;
}

static void pid_arg_desc(void *arg, void *probe_arg, struct dtrace_argdesc *desc)
{
	const struct pid_probe *probe = probe_arg;

	if (probe->kind == PID_DEFINED)
		pid_defined_arg_desc(probe, desc);
	else if (desc->index == 1 && probe->has_tail)
		desc->flags = probe->has_value ? DTRACE_ARGF_SOMETIMES : DTRACE_ARGF_NEVER;
}

/* ---- what cannot be ---------------------------------------------------------------------------- */

void pid_refuse(struct pid_process *process, const char *reason, uint64_t count)
{
	size_t i;

	for (i = 0; i < PID_REASONS - 1 && process->refused[i].name; i++) {
		if (dt_str_same(process->refused[i].name, reason))
			break;
	}
	process->refused[i].name = i < PID_REASONS - 1 ? reason : "other";
	process->refused[i].count += count;
	dt_provide_refused(reason, count);
}

/* ---- arming ---------------------------------------------------------------------------------- */

/* All sites of a probe that is enabled: how many, and into @list when it is there. */
static size_t gather(struct pid_probe *probe, struct dt_site_attachment **list)
{
	struct pid_sites *sites = probe->enabled ? probe->sites : NULL;
	size_t i, total = 0;

	for (; sites; sites = sites->next) {
		for (i = 0; list && i < sites->count; i++)
			list[total + i] = &sites->sites[i];
		total += sites->count;
	}
	return total;
}

/* Says which probe the sites fire. A site where the program asks whether the probe is enabled fires none. */
static void name_probe(const struct pid_probe *probe, struct pid_sites *sites)
{
	size_t i;

	for (i = 0; i < sites->count; i++)
		sites->sites[i].probe = sites->sites[i].special == DT_SITE_FIRE ? NULL : probe->enabled;
}

/* A probe is armed when one of its sites is. */
static const char *judge(const struct pid_probe *probe)
{
	const char *refused = NULL;
	struct pid_sites *sites;
	size_t i;

	for (sites = probe->sites; sites; sites = sites->next) {
		for (i = 0; i < sites->count; i++) {
			refused = dt_site_refused(&sites->sites[i]);
			if (!refused)
				return NULL;
		}
	}
	return refused;
}

/* None of its sites fires any more. */
static void disarmed(struct pid_probe *probe)
{
	probe->enabled = NULL;
	pid_places_count(probe, -1);
}

static void pid_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct dt_site_attachment **list;
	uint64_t begun = os_time_mono();
	struct pid_sites *sites;
	struct pid_probe *probe;
	size_t i, total = 0;

	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		requests[i].refused = pid_places_count(probe, 1);
		if (requests[i].refused) {
			disarmed(probe);
			continue;
		}
		probe->enabled = requests[i].probe;
		for (sites = probe->sites; sites; sites = sites->next)
			name_probe(probe, sites);
		total += probe->site_count;
	}
	os_trace("pid: semaphores counted", count, os_time_mono() - begun);
	list = total ? os_alloc(total * sizeof(struct dt_site_attachment *)) : NULL;
	for (i = 0, total = 0; list && i < count; i++)
		total += gather(requests[i].arg, list + total);
	if (list)
		dt_sites_attach(list, total);
	for (i = 0; i < count; i++) {
		if (requests[i].refused)
			continue;
		requests[i].refused = list ? judge(requests[i].arg) : "no-memory";
		if (requests[i].refused)
			disarmed(requests[i].arg);
	}
	os_free(list);
}

/* Probes that are to be disarmed: requests, or all of a process. */
struct disarming {
	struct dt_enable_request *requests; /* NULL: those of the list */
	size_t count;
	struct pid_probe *first;
	const struct pid_provider *provider; /* of the list those of this one; NULL: all */
};

static struct pid_probe *meant(const struct disarming *disarming, struct pid_probe *probe)
{
	while (probe && disarming->provider && probe->provider != disarming->provider)
		probe = probe->next;
	return probe;
}

static struct pid_probe *first_of(const struct disarming *disarming)
{
	return disarming->requests ? disarming->requests[0].arg : meant(disarming, disarming->first);
}

/* The one after number @i, which is @probe; NULL: there is none. */
static struct pid_probe *next_of(const struct disarming *disarming, const struct pid_probe *probe, size_t i)
{
	if (!disarming->requests)
		return meant(disarming, probe->next);
	return i + 1 < disarming->count ? disarming->requests[i + 1].arg : NULL;
}

/* One batch; without memory for it one after the other. */
static void disarm(const struct disarming *disarming)
{
	struct dt_site_attachment **list, *one;
	struct pid_sites *sites;
	struct pid_probe *probe;
	size_t i, j, total = 0;

	for (i = 0, probe = first_of(disarming); probe; probe = next_of(disarming, probe, i++))
		total += gather(probe, NULL);
	list = total ? os_alloc(total * sizeof(struct dt_site_attachment *)) : NULL;
	total = 0;
	for (i = 0, probe = first_of(disarming); list && probe; probe = next_of(disarming, probe, i++))
		total += gather(probe, list + total);
	if (list)
		dt_sites_detach(list, total);
	for (i = 0, probe = first_of(disarming); probe; probe = next_of(disarming, probe, i++)) {
		for (sites = list || !probe->enabled ? NULL : probe->sites; sites; sites = sites->next) {
			for (j = 0; j < sites->count; j++) {
				one = &sites->sites[j];
				dt_sites_detach(&one, 1);
			}
		}
		disarmed(probe);
	}
	os_free(list);
}

static void pid_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct disarming disarming = { .requests = requests, .count = count };

	if (count > 0)
		disarm(&disarming);
}

void pid_disarm_all(struct pid_process *process)
{
	struct disarming disarming = { .first = process->probes };

	disarm(&disarming);
}

void pid_disarm_provider(struct pid_process *process, const struct pid_provider *provider)
{
	struct disarming disarming = { .first = process->probes, .provider = provider };

	disarm(&disarming);
}

/* ---- making probes --------------------------------------------------------------------------- */

static enum pid_kind kind_of(const struct dt_process_probe *from)
{
	if (from->usdt)
		return PID_DEFINED;
	return dt_str_same(from->name, "entry")    ? PID_ENTRY
	       : dt_str_same(from->name, "return") ? PID_RETURN
						   : PID_OFFSET;
}

static struct pid_parts *parts_copy(const struct dt_process_probe *from)
{
	struct pid_parts *parts = os_alloc(sizeof(*parts) + (from->part_count + 1) * sizeof(parts->extents[0]));
	size_t i;

	for (i = 0; parts && i < from->part_count; i++) {
		parts->extents[i].start = from->parts[i].start;
		parts->extents[i].end = from->parts[i].end;
	}
	return parts;
}

/* Whether one of these, in order of address, is there. */
static bool is_among(const struct pid_sites *sites, uint64_t addr)
{
	size_t low = 0, high = sites->count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (sites->sites[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < sites->count && sites->sites[low].addr == addr;
}

bool pid_has_site(const struct pid_sites *sites, uint64_t addr)
{
	while (sites && !is_among(sites, addr))
		sites = sites->next;
	return sites != NULL;
}

/* Memory that the sites of one item point to: it is freed with their probe. */
struct belongings {
	struct pid_parts *parts;
	struct pid_places *places;
};

/* Return: false without memory. */
static bool belongings_make(const struct dt_process_probe *from, struct belongings *ret)
{
	bool has_places = from->usdt && !from->registered;

	ret->parts = from->part_count ? parts_copy(from) : NULL;
	ret->places = has_places ? pid_places_make(from) : NULL;
	return (ret->parts || !from->part_count) && (ret->places || !has_places);
}

/* Frees what was not given to a probe. */
static void belongings_free(struct belongings *own)
{
	os_free(own->parts);
	os_free(own->places);
}

/* They are the probe's from now on. */
static void belongings_give(struct belongings *own, struct pid_probe *probe)
{
	if (own->parts) {
		own->parts->next = probe->parts;
		probe->parts = own->parts;
	}
	if (own->places) {
		own->places->next = probe->places;
		probe->places = own->places;
	}
	own->parts = NULL;
	own->places = NULL;
}

static size_t sites_size(size_t count)
{
	return sizeof(struct pid_sites) + count * sizeof(struct dt_site_attachment);
}

/* The sites that a probe was made with: they follow it in memory. */
static struct pid_sites *own_sites(struct pid_probe *probe)
{
	return (struct pid_sites *)(probe + 1);
}

static uint64_t data_of(const struct dtrace_processsite *site, const struct pid_place *place)
{
	if (place)
		return (uintptr_t)place;
	return ((uint64_t)site->offset & ~PID_TAIL) | (site->flags & DTRACE_PROCESSF_TAIL ? PID_TAIL : 0);
}

/* One site of @from, whose instruction is @insn. */
static void site_set(struct dt_site_attachment *to, const struct pid_probe *probe, const struct dt_process_probe *from,
		     const struct dtrace_processsite *site, const struct isa_insn *insn, const struct belongings *own)
{
	static const uint8_t orders[] = { [PID_ENTRY] = DT_SITE_ORDER_ENTRY,
					  [PID_RETURN] = DT_SITE_ORDER_RETURN,
					  [PID_OFFSET] = DT_SITE_ORDER_INSTR,
					  [PID_DEFINED] = DT_SITE_ORDER_INSTR };

	to->space = probe->process->space;
	to->addr = site->addr;
	to->data = data_of(site, own->places ? &own->places->at[site - from->sites] : NULL);
	to->order = orders[probe->kind];
	to->edge = probe->kind == PID_ENTRY || probe->kind == PID_RETURN || site->offset == 0 ||
		   insn->class == ISA_CLASS_RETURN;
	to->special = DT_SITE_PLAIN;
	to->inside = NULL;
	if (site->flags & DTRACE_PROCESSF_CONDITIONAL) {
		to->special = DT_SITE_INSIDE;
		to->inside = own->parts->extents;
	} else if (site->flags & DT_SITE_ASKS) {
		to->special = DT_SITE_FIRE;
		to->fire = pid_defined_answer;
		to->data = site->addr + insn->len;
		to->order = DT_SITE_ORDER_RETURN; /* after all that only looks at the registers */
	}
}

/*
 * Puts the sites of @from that the probe does not have, and that can be traced, into @sites, which has room for
 * all.
 */
static void new_sites(const struct pid_probe *probe, const struct dt_process_probe *from, uint32_t limit,
		      const struct belongings *own, struct pid_sites *sites)
{
	const struct dtrace_processsite *site;
	const char *refused;
	struct isa_insn insn;

	for (site = from->sites; site < from->sites + from->site_count; site++) {
		if (pid_has_site(probe->sites, site->addr))
			continue;
		refused = pid_place_refusal(probe->process, site, &insn);
		if (!refused && (pid_site_total + sites->count >= limit ||
				 probe->site_count + sites->count >= DTRACE_PROCESS_SITES_MAX))
			refused = "too-many-sites";
		if (refused)
			pid_refuse(probe->process, refused, 1);
		else
			site_set(&sites->sites[sites->count++], probe, from, site, &insn, own);
	}
}

static void probe_free(struct pid_probe *probe)
{
	struct pid_places *places;
	struct pid_parts *parts;
	struct pid_sites *sites;

	while ((parts = probe->parts) != NULL) {
		probe->parts = parts->next;
		os_free(parts);
	}
	while ((places = probe->places) != NULL) {
		probe->places = places->next;
		os_free(places);
	}
	while ((sites = probe->sites) != NULL) {
		probe->sites = sites->next;
		if (sites != own_sites(probe))
			os_free(sites);
	}
	os_free(probe->signature);
	os_free(probe);
}

static void pid_destroy(void *arg, void *probe_arg)
{
	struct pid_probe *probe = probe_arg;
	struct pid_process *process = probe->process;

	*probe->link = probe->next;
	if (probe->next)
		probe->next->link = probe->link;
	process->probe_count--;
	process->site_count -= probe->site_count;
	pid_site_total -= probe->site_count;
	probe_free(probe);
}

/* A probe that nobody knows yet, with room for the sites of @from; NULL without memory. */
static struct pid_probe *probe_alloc(struct pid_process *process, struct pid_provider *provider,
				     const struct dt_process_probe *from)
{
	struct pid_probe *probe = os_alloc(sizeof(*probe) + sites_size(from->site_count));

	if (!probe)
		return NULL;
	probe->process = process;
	probe->provider = provider;
	probe->is_registered = from->registered;
	probe->kind = (uint8_t)kind_of(from);
	return probe;
}

/* Makes the probe known to the framework and to its process. Return: false without memory. */
static bool probe_give(struct pid_probe *probe, const struct dt_process_probe *from)
{
	struct pid_process *process = probe->process;
	int id = -OS_ENOMEM;

	probe->signature = from->usdt ? pid_signature_make(from) : NULL;
	if (probe->signature || !from->usdt)
		id = dt_probe_create(probe->provider->provider, from->module, from->function, from->name, 0, probe);
	if (id <= 0)
		return false;
	probe->link = &process->probes;
	probe->next = process->probes;
	if (probe->next)
		probe->next->link = &probe->next;
	process->probes = probe;
	process->probe_count++;
	return true;
}

/* New sites of a probe that is enabled fire from now on, if they can. */
static void arm_new(struct pid_probe *probe, struct pid_sites *new)
{
	const char *refused = pid_places_count(probe, 1);
	struct dt_site_attachment **list = refused ? NULL : os_alloc(new->count * sizeof(struct dt_site_attachment *));
	size_t i;

	name_probe(probe, new);
	for (i = 0; list && i < new->count; i++)
		list[i] = &new->sites[i];
	if (list)
		dt_sites_attach(list, new->count);
	if (!list && !refused)
		refused = "no-memory";
	for (i = 0; i < new->count; i++) {
		if (list)
			refused = dt_site_refused(&new->sites[i]);
		if (refused)
			pid_refuse(probe->process, refused, 1);
	}
	os_free(list);
}

/* The probe has these, too, from now on, and what they point to. */
static void sites_give(struct pid_probe *probe, struct pid_sites *new, struct belongings *own)
{
	size_t i;

	belongings_give(own, probe);
	for (i = 0; i < new->count && probe->kind == PID_RETURN; i++) {
		probe->has_tail |= (new->sites[i].data &PID_TAIL) != 0;
		probe->has_value |= !(new->sites[i].data &PID_TAIL);
	}
	new->next = probe->sites;
	probe->sites = new;
	probe->site_count += (uint32_t) new->count;
	probe->process->site_count += (uint32_t) new->count;
	pid_site_total += (uint32_t) new->count;
	if (probe->enabled)
		arm_new(probe, new);
}

/* Gives a probe the sites that it does not have yet. Return: 0 or -OS_ENOMEM; *@added grows by their number. */
static int add_to(struct pid_probe *probe, const struct dt_process_probe *from, uint32_t limit, uint32_t *added)
{
	struct pid_sites *sites = os_alloc(sites_size(from->site_count));
	struct belongings own = { NULL, NULL };
	bool has_memory = sites && belongings_make(from, &own);

	if (has_memory)
		new_sites(probe, from, limit, &own, sites);
	*added += has_memory ? (uint32_t)sites->count : 0;
	if (has_memory && sites->count > 0)
		sites_give(probe, sites, &own);
	else
		os_free(sites);
	belongings_free(&own);
	return has_memory ? 0 : -OS_ENOMEM;
}

/* Makes a probe, if one of its sites can be traced. Return: the same; *@made grows by 1 then. */
static int make(struct pid_process *process, struct pid_provider *provider, const struct dt_process_probe *from,
		uint32_t limit, uint32_t *made, uint32_t *added)
{
	struct pid_probe *probe = probe_alloc(process, provider, from);
	struct belongings own = { NULL, NULL };
	bool has_memory = probe && belongings_make(from, &own);
	struct pid_sites *sites;

	if (has_memory) {
		sites = own_sites(probe);
		new_sites(probe, from, limit, &own, sites);
		if (sites->count > 0)
			has_memory = probe_give(probe, from);
		if (sites->count > 0 && has_memory) {
			*added += (uint32_t)sites->count;
			++*made;
			sites_give(probe, sites, &own);
			probe = NULL;
		}
	}
	if (probe)
		probe_free(probe);
	belongings_free(&own);
	return has_memory ? 0 : -OS_ENOMEM;
}

int pid_probe_add(struct pid_process *process, const struct dt_process_probe *from, uint32_t limit, uint32_t *made,
		  uint32_t *added)
{
	struct pid_provider *provider = pid_provider_find(process, from->usdt ? from->provider : "pid");
	struct pid_probe *probe;

	/* the name is that of a provider of another kind, or another's altogether */
	if (!provider || provider->is_registered != from->registered) {
		pid_refuse(process, "no-provider", from->site_count);
		return 0;
	}
	probe = dt_probe_provided(dt_probe_lookup(provider->provider, from->module, from->function, from->name));
	return probe ? add_to(probe, from, limit, added) : make(process, provider, from, limit, made, added);
}

const struct dt_provider_ops pid_probe_ops = {
	.scope = pid_scope,
	.of_process = true,
	.enable = pid_enable,
	.disable = pid_disable,
	.arg_get = pid_arg_get,
	.arg_desc = pid_arg_desc,
	.destroy = pid_destroy,
	.named_only = true,
	.idle_kept = true,
};

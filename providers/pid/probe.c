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

/* Attachments of the sites [@from, @to), at the head of the probe's list. Return: NULL without memory. */
static struct pid_armed *armed_add(struct pid_probe *probe, const struct pid_site *from, const struct pid_site *to)
{
	static const uint8_t orders[] = { [PID_ENTRY] = DT_SITE_ORDER_ENTRY,
					  [PID_RETURN] = DT_SITE_ORDER_RETURN,
					  [PID_OFFSET] = DT_SITE_ORDER_INSTR,
					  [PID_DEFINED] = DT_SITE_ORDER_INSTR };
	size_t count = (size_t)(to - from), i;
	struct pid_armed *armed = os_alloc(sizeof(*armed) + count * sizeof(armed->sites[0]));

	if (!armed)
		return NULL;
	armed->count = count;
	for (i = 0; i < count; i++) {
		armed->sites[i].space = probe->process->space;
		armed->sites[i].probe = probe->enabled;
		armed->sites[i].addr = from[i].addr;
		armed->sites[i].data = from[i].data;
		armed->sites[i].special = from[i].inside ? DT_SITE_INSIDE : DT_SITE_PLAIN;
		armed->sites[i].inside = from[i].inside;
		armed->sites[i].edge = from[i].edge;
		armed->sites[i].order = orders[probe->kind];
		if (!from[i].asks)
			continue;
		armed->sites[i].probe = NULL;
		armed->sites[i].special = DT_SITE_FIRE;
		armed->sites[i].fire = pid_defined_answer;
		armed->sites[i].order = DT_SITE_ORDER_RETURN; /* after all that only looks at the registers */
	}
	armed->next = probe->armed;
	probe->armed = armed;
	return armed;
}

static void armed_free(struct pid_probe *probe)
{
	struct pid_armed *armed;

	while ((armed = probe->armed) != NULL) {
		probe->armed = armed->next;
		os_free(armed);
	}
	probe->enabled = NULL;
}

/* All attachments of a probe: how many, and into @list when it is there. */
static size_t gather(struct pid_probe *probe, struct dt_site_attachment **list)
{
	struct pid_armed *armed;
	size_t i, total = 0;

	for (armed = probe->armed; armed; armed = armed->next) {
		for (i = 0; i < armed->count; i++, total++) {
			if (list)
				list[total] = &armed->sites[i];
		}
	}
	return total;
}

/* A probe is armed when one of its sites is. */
static const char *judge(const struct pid_probe *probe)
{
	const char *refused = "no-memory";
	struct pid_armed *armed;
	size_t i;

	for (armed = probe->armed; armed; armed = armed->next) {
		for (i = 0; i < armed->count; i++) {
			refused = dt_site_refused(&armed->sites[i]);
			if (!refused)
				return NULL;
		}
	}
	return refused;
}

/* None of its sites fires any more. */
static void disarmed(struct pid_probe *probe)
{
	armed_free(probe);
	pid_places_count(probe, -1);
}

static void pid_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct dt_site_attachment **list;
	uint64_t begun = os_time_mono();
	struct pid_probe *probe;
	size_t i, total = 0;

	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		probe->enabled = requests[i].probe;
		requests[i].refused = pid_places_count(probe, 1);
		if (!requests[i].refused && armed_add(probe, probe->sites, probe->sites + probe->site_count))
			total += probe->site_count;
	}
	os_trace("pid: semaphores counted", count, os_time_mono() - begun);
	list = total ? os_alloc(total * sizeof(struct dt_site_attachment *)) : NULL;
	for (i = 0, total = 0; list && i < count; i++)
		total += gather(requests[i].arg, list + total);
	if (list)
		dt_sites_attach(list, total);
	for (i = 0; i < count; i++) {
		if (!requests[i].refused)
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
	struct pid_armed *armed;
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
		for (armed = list ? NULL : probe->armed; armed; armed = armed->next) {
			for (j = 0; j < armed->count; j++) {
				one = &armed->sites[j];
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

/* Whether the probe has a site there; *@at is where it is, or would be. */
static bool has_site(const struct pid_probe *probe, uint32_t *at, uint64_t addr)
{
	while (probe && *at < probe->site_count && probe->sites[*at].addr < addr)
		++*at;
	return probe && *at < probe->site_count && probe->sites[*at].addr == addr;
}

/* Memory that the sites of one item point to: it is freed with their probe. */
struct belongings {
	struct pid_parts *parts;
	struct pid_places *places;
};

/* Return: false without memory: there is none. */
static bool belongings_make(const struct dt_process_probe *from, struct belongings *ret)
{
	bool has_places = from->usdt && !from->registered;

	ret->parts = from->part_count ? parts_copy(from) : NULL;
	ret->places = has_places ? pid_places_make(from) : NULL;
	if ((ret->parts || !from->part_count) && (ret->places || !has_places))
		return true;
	os_free(ret->parts);
	os_free(ret->places);
	return false;
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

static uint64_t data_of(const struct dtrace_processsite *site, const struct pid_place *place)
{
	if (place)
		return (uintptr_t)place;
	return ((uint64_t)site->offset & ~PID_TAIL) | (site->flags & DTRACE_PROCESSF_TAIL ? PID_TAIL : 0);
}

/*
 * Copies the sites of @from that the probe (NULL: none yet) does not have, and that can be traced, into
 * @sites, which has room for all.
 * Return: how many.
 */
static uint32_t new_sites(struct pid_process *process, const struct pid_probe *probe,
			  const struct dt_process_probe *from, uint32_t limit, const struct belongings *own,
			  struct pid_site *sites)
{
	enum pid_kind kind = kind_of(from);
	const struct dtrace_processsite *site;
	uint32_t had = probe ? probe->site_count : 0, at = 0, count = 0;
	const char *refused;
	struct isa_insn insn;

	for (site = from->sites; site < from->sites + from->site_count; site++) {
		if (has_site(probe, &at, site->addr))
			continue;
		refused = pid_place_refusal(process, site, &insn);
		if (!refused && (pid_site_total + count >= limit || had + count >= DTRACE_PROCESS_SITES_MAX))
			refused = "too-many-sites";
		if (refused) {
			pid_refuse(process, refused, 1);
			continue;
		}
		sites[count].addr = site->addr;
		sites[count].data = data_of(site, own->places ? &own->places->at[site - from->sites] : NULL);
		sites[count].inside = site->flags & DTRACE_PROCESSF_CONDITIONAL ? own->parts->extents : NULL;
		sites[count].asks = (site->flags & DT_SITE_ASKS) != 0;
		if (sites[count].asks)
			sites[count].data = site->addr + insn.len;
		sites[count++].edge =
			kind == PID_ENTRY || kind == PID_RETURN || site->offset == 0 || insn.class == ISA_CLASS_RETURN;
	}
	return count;
}

/* The probe's sites and the new ones, by address. Return: false without memory. */
static bool sites_merge(struct pid_probe *probe, const struct pid_site *new, uint32_t count)
{
	uint32_t total = probe->site_count + count, i, a = 0, b = 0;
	struct pid_site *sites = os_alloc(total * sizeof(*sites));

	if (!sites)
		return false;
	for (i = 0; i < total; i++) {
		if (b == count || (a < probe->site_count && probe->sites[a].addr < new[b].addr))
			sites[i] = probe->sites[a++];
		else
			sites[i] = new[b++];
	}
	os_free(probe->sites);
	probe->sites = sites;
	probe->site_count = total;
	return true;
}

static void probe_free(struct pid_probe *probe)
{
	struct pid_places *places;
	struct pid_parts *parts;

	while ((parts = probe->parts) != NULL) {
		probe->parts = parts->next;
		os_free(parts);
	}
	while ((places = probe->places) != NULL) {
		probe->places = places->next;
		os_free(places);
	}
	armed_free(probe);
	os_free(probe->signature);
	os_free(probe->sites);
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

static struct pid_probe *probe_make(struct pid_process *process, struct pid_provider *provider,
				    const struct dt_process_probe *from)
{
	struct pid_probe *probe = os_alloc(sizeof(*probe));
	int id;

	if (!probe)
		return NULL;
	probe->process = process;
	probe->provider = provider;
	probe->is_registered = from->registered;
	probe->kind = (uint8_t)kind_of(from);
	probe->signature = from->usdt ? pid_signature_make(from) : NULL;
	id = -OS_ENOMEM;
	if (probe->signature || !from->usdt)
		id = dt_probe_create(provider->provider, from->module, from->function, from->name, 0, probe);
	if (id <= 0) {
		os_free(probe->signature);
		os_free(probe);
		return NULL;
	}
	probe->link = &process->probes;
	probe->next = process->probes;
	if (probe->next)
		probe->next->link = &probe->next;
	process->probes = probe;
	process->probe_count++;
	return probe;
}

/* New sites of a probe that is enabled fire from now on, if they can. */
static void arm_new(struct pid_probe *probe, const struct pid_site *new, uint32_t count)
{
	const char *refused = pid_places_count(probe, 1);
	struct pid_armed *armed = refused ? NULL : armed_add(probe, new, new + count);
	struct dt_site_attachment **list = armed ? os_alloc(count * sizeof(struct dt_site_attachment *)) : NULL;
	uint32_t i;

	for (i = 0; list && i < count; i++)
		list[i] = &armed->sites[i];
	if (list)
		dt_sites_attach(list, count);
	if (!list && !refused)
		refused = "no-memory";
	for (i = 0; i < count; i++) {
		if (list)
			refused = dt_site_refused(&armed->sites[i]);
		if (refused)
			pid_refuse(probe->process, refused, 1);
	}
	os_free(list);
}

/* The probe has these, too, now. */
static void sites_added(struct pid_probe *probe, const struct pid_site *new, uint32_t count)
{
	uint32_t i;

	for (i = 0; i < count && probe->kind == PID_RETURN; i++) {
		probe->has_tail |= (new[i].data &PID_TAIL) != 0;
		probe->has_value |= !(new[i].data &PID_TAIL);
	}
	probe->process->site_count += count;
	pid_site_total += count;
	if (probe->enabled)
		arm_new(probe, new, count);
}

/* @new is what is new to *@probe, which is made if there is none. */
static int add(struct pid_process *process, struct pid_provider *provider, struct pid_probe **probe,
	       const struct dt_process_probe *from, struct belongings *own, const struct pid_site *new, uint32_t count)
{
	bool is_new = !*probe;
	int error;

	if (is_new)
		*probe = probe_make(process, provider, from);
	if (!*probe)
		return -OS_ENOMEM;
	error = sites_merge(*probe, new, count) ? 0 : -OS_ENOMEM;
	if (error)
		return error;
	belongings_give(own, *probe);
	sites_added(*probe, new, count);
	return 0;
}

int pid_probe_add(struct pid_process *process, const struct dt_process_probe *from, uint32_t limit, uint32_t *made,
		  uint32_t *added)
{
	struct pid_provider *provider = pid_provider_find(process, from->usdt ? from->provider : "pid");
	struct pid_site *new;
	struct belongings own = { NULL, NULL };
	struct pid_probe *probe, *before;
	uint32_t count = 0;
	int error = -OS_ENOMEM;

	/* the name is that of a provider of another kind, or another's altogether */
	if (!provider || provider->is_registered != from->registered) {
		pid_refuse(process, "no-provider", from->site_count);
		return 0;
	}
	new = os_alloc(from->site_count * sizeof(*new));
	before = probe =
		dt_probe_provided(dt_probe_lookup(provider->provider, from->module, from->function, from->name));
	if (new &&belongings_make(from, &own)) {
		count = new_sites(process, probe, from, limit, &own, new);
		error = count ? add(process, provider, &probe, from, &own, new, count) : 0;
	}
	*made += probe && !before;
	*added += error ? 0 : count;
	os_free(own.parts);
	os_free(own.places);
	os_free(new);
	return error;
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

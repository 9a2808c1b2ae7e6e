/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* derived.c - see derived.h. */
#include "providers/derived/derived.h"

#include "base/glob.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/text.h"
#include "isa/isa.h"
#include "os/os.h"
#include "os/tracepoint.h"

#include <isa_types.h>

#define NO_HOOK "no-hook-in-this-kernel"

enum found { UNKNOWN, FOUND, MISSING, ANOTHER };

/* A hook that this kernel has. */
struct derived_place {
	struct derived_place *next;
	const char *hook;
	struct derived_probe *first; /* its rows, in the table's order */
	unsigned int armed;          /* of its rows */
	bool is_point;
	struct os_tracepoint_hook point;
	struct dt_site_attachment site;
};

struct derived_probe {
	const struct derived *derived;
	const struct derived_row *row;
	struct derived_place *place;
	struct derived_probe *next; /* of the place */
	struct dt_probe *probe;     /* read while it fires; NULL: not armed */
	uint8_t found;
	bool helps;      /* its row has no name */
	const char *why; /* MISSING */
};

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.args = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

/* Words that have a type and are not to be seen are after the arguments; those of a row are one. */
DT_PROBE_INLINE void fire_row(const struct derived_probe *self, const uint64_t *in, struct dt_firing *firing)
{
	struct dt_probe *probe = DT_READ_ONCE(self->probe);
	const struct derived_row *row = self->row;
	uint64_t out[OS_ADAPTER_ARGS + 1] = { 0 };
	uint64_t args[OS_ADAPTER_ARGS + 1];
	unsigned int i;

	if (!probe && !self->helps)
		return;
	do {
		if (!row->adapt(in, out) || self->helps)
			return;
		for (i = 0; i < OS_ADAPTER_ARGS; i++)
			args[i] = i < row->arg_count ? out[row->args[i].word] : 0;
		args[row->arg_count] = row->args[0].object ? out[row->args[0].object] : 0;
		firing->args = args;
		firing->arg_count = row->arg_count + (row->args[0].object != 0);
		dt_probe_fire_masked(probe, firing);
	} while (out[OS_ADAPTER_AGAIN]);
}

DT_PROBE_INLINE void fire_rows(const struct derived_place *place, const uint64_t *in, struct dt_firing *firing)
{
	const struct derived_probe *self;

	for (self = place->first; self; self = self->next)
		fire_row(self, in, firing);
}

/* Interrupts are off for all rows, so that os_sync() waits for them, and what an adapter fills in stays. */
DT_PROBE_CTX static void passed(struct os_tracepoint_hook *hook, const uint64_t *args)
{
	const struct derived_place *place = DT_CONTAINER_OF(hook, struct derived_place, point);
	DT_UNINITIALIZED struct dt_firing firing;
	unsigned long state = os_irq_save();

	firing.regs = NULL;
	firing.data = 0;
	firing.error = 0;
	firing.user = DT_FIRING_KERNEL;
	firing.edge = false;
	fire_rows(place, args, &firing);
	os_irq_restore(state);
}

DT_PROBE_CTX static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_kload(dst, addr, size);
}

DT_PROBE_CTX static uint32_t entered(struct dt_site_attachment *site, const struct dt_firing *trap)
{
	static const struct isa_mem mem = { .load = load };
	const struct derived_place *place = DT_CONTAINER_OF(site, struct derived_place, site);
	uint64_t in[OS_ADAPTER_ENTRY_WORDS];
	struct dt_firing firing = *trap;
	unsigned int i;

	for (i = 0; i < OS_ADAPTER_ENTRY_WORDS; i++) {
		if (isa_arg_get(trap->regs, i, &mem, &in[i]) != 0)
			in[i] = 0;
	}
	fire_rows(place, in, &firing);
	return os_cpu_self();
}

DT_PROBE_CTX static const struct os_extent *derived_frames(void *probe_arg)
{
	return ((struct derived_probe *)probe_arg)->place->point.frames;
}

/* ---- finding hooks --------------------------------------------------------------------------- */

static int take_point(void *arg, const struct os_tracepoint *tracepoint)
{
	struct derived_place *place = arg;

	place->point.point = tracepoint->point;
	place->point.fn = passed;
	place->is_point = true;
	return 1;
}

struct look {
	struct derived_place *place;
	const char *refused;
};

static int take_function(void *arg, const struct os_func *func)
{
	struct os_space *space = os_kernel_space();
	struct look *look = arg;
	struct isa_insn insn;

	look->refused = func->refused;
	if (!look->refused && !dt_site_decode(space, func->body, &insn))
		look->refused = "not-text";
	if (!look->refused)
		look->refused = dt_site_refusal(space, func, &insn, false);
	look->place->site.space = space;
	look->place->site.addr = func->body;
	look->place->site.order = DT_SITE_ORDER_ENTRY;
	look->place->site.edge = true;
	look->place->site.fire = entered;
	return 1;
}

static const char *after(const char *text, const char *prefix)
{
	while (*prefix && *text == *prefix)
		text++, prefix++;
	return *prefix ? NULL : text;
}

/* Return: NULL when the kernel has the hook, and *@place is filled in; or why not. */
static const char *look_up(const char *hook, struct derived_place *place)
{
	const char *point = after(hook, "tp:");
	struct os_tracepoint_query points = { .name = point, .module = "vmlinux", .ungrouped = true };
	struct os_func_query functions = { .name = point ? NULL : after(hook, "entry:"), .module = "vmlinux" };
	struct os_space *space = os_kernel_space();
	struct look look = { .place = place };

	if (point)
		return os_tracepoint_each(&points, take_point, place) == 1 ? NULL : NO_HOOK;
	if (space->ops->func_each(space, &functions, take_function, &look) != 1)
		return NO_HOOK;
	return look.refused;
}

/* The place of a hook; looked up, unless another row has it. NULL: *@why_ret. */
static struct derived_place *place_of(struct derived *derived, const char *hook, const char **why_ret)
{
	struct derived_place *place;

	for (place = derived->places; place; place = place->next) {
		if (dt_str_same(place->hook, hook))
			return place;
	}
	place = os_alloc(sizeof(*place));
	*why_ret = place ? look_up(hook, place) : "no-memory";
	if (*why_ret) {
		os_free(place);
		return NULL;
	}
	place->hook = hook;
	place->next = derived->places;
	derived->places = place;
	return place;
}

/* Its rows are in the table's order, which is that of their addresses. */
static void place_add(struct derived_place *place, struct derived_probe *self)
{
	struct derived_probe **link = &place->first;

	while (*link && *link < self)
		link = &(*link)->next;
	self->next = *link;
	self->place = place;
	DT_STORE_RELEASE(link, self);
}

static bool same_names(const struct derived_row *a, const struct derived_row *b)
{
	return dt_str_same(a->function, b->function) && dt_str_same(a->name, b->name);
}

/* An earlier row with these names is the probe already. */
static bool is_another(const struct derived *derived, size_t row)
{
	while (row > 0 && same_names(&derived->rows[row - 1], &derived->rows[row])) {
		if (derived->probes[--row].found == FOUND)
			return true;
	}
	return false;
}

static int find_row(struct derived *derived, size_t index)
{
	struct derived_probe *self = &derived->probes[index];
	const struct derived_row *row = &derived->rows[index];
	struct derived_place *place;
	int id;

	self->derived = derived;
	self->row = row;
	self->helps = row->name[0] == '\0';
	if (is_another(derived, index)) {
		self->found = ANOTHER;
		return 0;
	}
	place = place_of(derived, row->hook, &self->why);
	if (!place && dt_str_same(self->why, "no-memory"))
		return -OS_ENOMEM;
	if (!place) {
		self->found = MISSING;
		return 0;
	}
	id = self->helps ? 0 : dt_probe_create(derived->provider, "vmlinux", row->function, row->name, 0, self);
	if (id < 0)
		return id;
	place_add(place, self);
	self->found = FOUND;
	return 0;
}

/* Whether a later row may still be the probe of these names. */
static bool has_alternative(const struct derived *derived, size_t row)
{
	return row + 1 < derived->row_count && same_names(&derived->rows[row], &derived->rows[row + 1]);
}

static bool row_matches(const struct derived_row *row, const struct dtrace_probedesc *pattern)
{
	return !pattern ||
	       (dt_pattern_match(pattern->module, "vmlinux") && dt_pattern_match(pattern->function, row->function) &&
		dt_pattern_match(pattern->name, row->name));
}

static void derived_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	struct derived *derived = arg;
	struct derived_probe *self;
	size_t i;

	for (i = 0; i < derived->row_count; i++) {
		self = &derived->probes[i];
		if (derived->rows[i].name[0] && !row_matches(&derived->rows[i], pattern))
			continue;
		if (self->found == UNKNOWN && find_row(derived, i) == -OS_ENOMEM) {
			dt_provide_failed(-OS_ENOMEM, 1);
			return;
		}
		if (self->found == MISSING && !has_alternative(derived, i))
			dt_provide_refused(self->why, 1);
	}
}

/* ---- arming ---------------------------------------------------------------------------------- */

/* Attach or detach the places that are marked by a change of `armed` from or to 0. */
struct batch {
	struct os_tracepoint_hook **points;
	struct dt_site_attachment **sites;
	size_t point_count, site_count;
};

static bool batch_create(struct batch *batch, size_t count)
{
	dt_memset(batch, 0, sizeof(*batch));
	batch->points = os_alloc(count * sizeof(*batch->points));
	batch->sites = os_alloc(count * sizeof(*batch->sites));
	return batch->points && batch->sites;
}

static void batch_destroy(struct batch *batch)
{
	os_free(batch->points);
	os_free(batch->sites);
}

static void batch_add(struct batch *batch, struct derived_place *place)
{
	if (place->is_point)
		batch->points[batch->point_count++] = &place->point;
	else
		batch->sites[batch->site_count++] = &place->site;
}

static void batch_attach(struct batch *batch)
{
	if (batch->point_count)
		os_tracepoints_attach(batch->points, batch->point_count);
	if (batch->site_count)
		dt_sites_attach(batch->sites, batch->site_count);
}

static void batch_detach(struct batch *batch)
{
	if (batch->point_count)
		os_tracepoints_detach(batch->points, batch->point_count);
	if (batch->site_count)
		dt_sites_detach(batch->sites, batch->site_count);
}

/* Rows without a name come with the first probe, and go with the last. */
static void batch_add_helpers(struct batch *batch, struct derived *derived, bool arm)
{
	struct derived_place *place;
	size_t i;

	for (i = 0; i < derived->row_count; i++) {
		place = derived->probes[i].place;
		if (derived->probes[i].helps && place && (arm ? place->armed++ == 0 : --place->armed == 0))
			batch_add(batch, place);
	}
}

/* After the first batch, if nothing of it could be attached; and for the last. */
static void derived_end(struct derived *derived)
{
	if (derived->armed == 0 && derived->end)
		derived->end();
}

static void derived_undo(struct derived *derived, struct batch *batch)
{
	batch->point_count = batch->site_count = 0;
	batch_add_helpers(batch, derived, false);
	batch_detach(batch);
	os_sync();
	derived_end(derived);
}

static void derived_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct derived *derived = arg;
	struct derived_probe *self;
	struct batch batch;
	bool first = derived->armed == 0;
	bool room = batch_create(&batch, count + derived->row_count) &&
		    (!first || !derived->begin || derived->begin() == 0);
	size_t i;

	if (room && first)
		batch_add_helpers(&batch, derived, true);
	for (i = 0; room && i < count; i++) {
		self = requests[i].arg;
		self->place->site.probe = requests[i].probe;
		DT_WRITE_ONCE(self->probe, requests[i].probe);
		if (self->place->armed++ == 0)
			batch_add(&batch, self->place);
	}
	if (room)
		batch_attach(&batch);
	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		requests[i].refused = !room                   ? "no-memory"
				      : self->place->is_point ? self->place->point.refused
							      : self->place->site.refused;
		if (!requests[i].refused) {
			derived->armed++;
			continue;
		}
		DT_WRITE_ONCE(self->probe, NULL);
		if (room)
			self->place->armed--;
	}
	if (room && derived->armed == 0)
		derived_undo(derived, &batch);
	batch_destroy(&batch);
}

/* Without memory for a batch each place is one. */
static void place_detach(struct derived_place *place)
{
	struct os_tracepoint_hook *point = &place->point;
	struct dt_site_attachment *site = &place->site;

	if (place->is_point)
		os_tracepoints_detach(&point, 1);
	else
		dt_sites_detach(&site, 1);
}

/* The places of rows without a name, if no probe is armed any more. */
static void helpers_detach(struct derived *derived)
{
	size_t i;

	for (i = 0; i < derived->row_count && derived->armed == 0; i++) {
		if (derived->probes[i].helps && derived->probes[i].place && --derived->probes[i].place->armed == 0)
			place_detach(derived->probes[i].place);
	}
}

static void derived_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct derived *derived = arg;
	struct derived_probe *self;
	struct batch batch;
	bool room = batch_create(&batch, count + derived->row_count);
	size_t i;

	derived->armed -= count;

	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		DT_WRITE_ONCE(self->probe, NULL);
		if (--self->place->armed > 0)
			continue;
		if (room)
			batch_add(&batch, self->place);
		else
			place_detach(self->place);
	}
	if (room && derived->armed == 0)
		batch_add_helpers(&batch, derived, false);
	if (room)
		batch_detach(&batch);
	else
		helpers_detach(derived);
	batch_destroy(&batch);
	os_sync();
	derived_end(derived);
}

/* ---- what it says about its probes ----------------------------------------------------------- */

static void derived_arg_desc(void *arg, void *probe_arg, struct dtrace_argdesc *desc)
{
	const struct derived_row *row = ((struct derived_probe *)probe_arg)->row;
	const struct derived_arg *own = &row->args[desc->index];

	desc->mapping = DTRACE_ARGNONE;
	if (desc->index >= row->arg_count)
		return;
	desc->mapping = own->object ? row->arg_count : desc->index;
	dt_strlcpy(desc->native, own->type, sizeof(desc->native));
	dt_strlcpy(desc->translated, own->translated, sizeof(desc->translated));
}

/* One line for each probe; all of them are few: one item. */
static void derived_report(void *arg, struct dt_report *report)
{
	struct derived *derived = arg;
	unsigned int probes = 0, refused = 0;
	const struct derived_probe *self;
	const struct derived_row *row;
	size_t i;

	derived_provide(derived, NULL);
	dt_report_begin(report);
	for (i = 0; i < derived->row_count; i++) {
		self = &derived->probes[i];
		row = &derived->rows[i];
		if (!row->name[0] && self->found == FOUND) {
			dt_report_line(report, "helper %s:vmlinux %s", derived->name, row->hook);
		} else if (self->found == FOUND) {
			probes++;
			dt_report_line(report, "probe %s:vmlinux:%s:%s %s", derived->name, row->function, row->name,
				       row->hook);
		} else if (self->found == MISSING && !has_alternative(derived, i)) {
			refused++;
			dt_report_line(report, "refused %s:vmlinux:%s:%s %s %s", derived->name, row->function,
				       row->name, row->hook, self->why);
		}
	}
	if (derived->add_report)
		derived->add_report(report);
	dt_report_line(report, "probes %u refused %u", probes, refused);
	report->done = dt_report_end(report);
}

static const struct dt_provider_ops ops = {
	.provide = derived_provide,
	.enable = derived_enable,
	.disable = derived_disable,
	.arg_desc = derived_arg_desc,
	.frames = derived_frames,
	.report = derived_report,
};

int derived_register(struct derived *derived)
{
	int error;

	derived->places = NULL;
	derived->armed = 0;
	derived->probes = os_alloc(derived->row_count * sizeof(*derived->probes));
	if (!derived->probes)
		return -OS_ENOMEM;
	error = dt_provider_register(derived->name, &attributes, &ops, derived, &derived->provider);
	if (error)
		os_free(derived->probes);
	return error;
}

void derived_unregister(struct derived *derived)
{
	struct derived_place *place, *next;

	dt_provider_unregister(derived->provider);
	for (place = derived->places; place; place = next) {
		next = place->next;
		os_free(place);
	}
	os_free(derived->probes);
	derived->provider = NULL;
}

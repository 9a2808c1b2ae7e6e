/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* derived.c - see derived.h. */
#include "providers/derived/derived.h"

#include "base/glob.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/text.h"
#include "os/os.h"
#include "os/tracepoint.h"
#include "providers/derived/place.h"
#include "providers/derived/stash.h"

enum found { UNKNOWN, FOUND, MISSING, ANOTHER };

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.args = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
};

DT_PROBE_CTX static const struct os_extent *derived_frames(void *probe_arg)
{
	const struct derived_probe *self = probe_arg;

	return self->derived->hidden ? self->derived->hidden : self->place->point.frames;
}

/* ---- finding hooks --------------------------------------------------------------------------- */

/*
 * The place of a row's hook; looked up, unless another row has it. Return: 0 and *@ret, NULL when
 * there is none (self->why); -OS_ENOMEM.
 */
static int place_of(struct derived *derived, struct derived_probe *self, struct derived_place **ret)
{
	const char *text = self->row->hook;
	struct derived_place *place;
	int error;

	for (place = derived->places; place; place = place->next) {
		if (dt_str_same(place->text, text)) {
			*ret = place;
			return 0;
		}
	}
	error = derived_place_find(derived, text, &self->hook, ret, &self->why);
	if (error || !*ret)
		return error;
	(*ret)->next = derived->places;
	derived->places = *ret;
	return 0;
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

static bool same_names(const struct derived_probe *a, const struct derived_probe *b)
{
	return dt_str_same(a->hook.module, b->hook.module) && dt_str_same(a->row->function, b->row->function) &&
	       dt_str_same(a->row->name, b->row->name);
}

/* An earlier row with these names is the probe already. */
static bool is_another(const struct derived *derived, size_t row)
{
	while (row > 0 && same_names(&derived->probes[row - 1], &derived->probes[row])) {
		if (derived->probes[--row].found == FOUND)
			return true;
	}
	return false;
}

static int find_row(struct derived *derived, size_t index)
{
	struct derived_probe *self = &derived->probes[index];
	struct derived_place *place;
	int error;

	if (is_another(derived, index)) {
		self->found = ANOTHER;
		return 0;
	}
	error = place_of(derived, self, &place);
	if (error)
		return error;
	if (derived->refusal)
		self->why = derived->refusal(self->row, place ? NULL : self->why);
	if (!place || (derived->refusal && self->why)) {
		self->found = self->why && dt_str_same(self->why, DERIVED_ANOTHER) ? ANOTHER : MISSING;
		return 0;
	}
	if (!self->helps)
		error = dt_probe_create(derived->provider, self->hook.module, self->row->function, self->row->name, 0,
					self);
	if (error < 0)
		return error;
	place_add(place, self);
	self->found = FOUND;
	return 0;
}

/* Whether a later row may still be the probe of these names. */
static bool has_alternative(const struct derived *derived, size_t row)
{
	return row + 1 < derived->row_count && same_names(&derived->probes[row], &derived->probes[row + 1]);
}

static bool matches(const struct derived_probe *self, const struct dtrace_probedesc *pattern)
{
	return !pattern || self->helps ||
	       (dt_pattern_match(pattern->module, self->hook.module) &&
		dt_pattern_match(pattern->function, self->row->function) &&
		dt_pattern_match(pattern->name, self->row->name));
}

/* Helpers are for probes: `BEGIN`, which every provider is asked for, needs none. */
static bool is_meant(const struct derived *derived, const struct dtrace_probedesc *pattern)
{
	size_t i;

	for (i = 0; i < derived->row_count; i++) {
		if (!derived->probes[i].helps && matches(&derived->probes[i], pattern))
			return true;
	}
	return false;
}

/*
 * A module that is not there is no refusal: its probes come with it. Nor is a helper: what needs it is.
 */
static bool is_refused(const struct derived *derived, size_t row)
{
	const struct derived_probe *self = &derived->probes[row];

	return self->found == MISSING && !self->helps && !dt_str_same(self->why, DERIVED_NO_MODULE) &&
	       !has_alternative(derived, row);
}

/* Return: 0, or -OS_ENOMEM when not all of them could be looked up. */
static int find_rows(struct derived *derived, const struct dtrace_probedesc *pattern)
{
	struct derived_probe *self;
	size_t i;

	for (i = 0; i < derived->row_count; i++) {
		self = &derived->probes[i];
		if (matches(self, pattern) && self->found == UNKNOWN && find_row(derived, i) == -OS_ENOMEM)
			return -OS_ENOMEM;
	}
	return 0;
}

static void derived_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	struct derived *derived = arg;
	size_t i;

	if (!is_meant(derived, pattern))
		return;
	derived->is_asked = true;
	if (find_rows(derived, pattern) != 0)
		dt_provide_failed(-OS_ENOMEM, 1);
	for (i = 0; i < derived->row_count; i++) {
		if (matches(&derived->probes[i], pattern) && is_refused(derived, i))
			dt_provide_refused(derived->probes[i].why, 1);
	}
}

/* The place goes with the last of its rows. */
static void place_remove(struct derived *derived, struct derived_probe *self)
{
	struct derived_place *place = self->place, **link = &derived->places;
	struct derived_probe **row = &place->first;

	while (*row != self)
		row = &(*row)->next;
	*row = self->next;
	if (place->first)
		return;
	while (*link != place)
		link = &(*link)->next;
	*link = place->next;
	derived_place_free(place);
}

static void derived_destroy(void *arg, void *probe_arg)
{
	struct derived_probe *self = probe_arg;

	place_remove(arg, self);
	self->place = NULL;
	self->probe = NULL;
	self->found = UNKNOWN;
}

/* ---- arming ---------------------------------------------------------------------------------- */

/* The stash is there as long as a return is armed. Return: false: no memory for it. */
static bool stash_get(struct derived_place *place)
{
	struct derived *derived = place->derived;

	if (place->hook.kind != DERIVED_RETURN || place->uses_stash)
		return true;
	if (!derived->stash)
		derived->stash = stash_create();
	place->uses_stash = derived->stash != NULL;
	derived->returns_armed += place->uses_stash;
	return place->uses_stash;
}

/* Nothing fires there any more. */
static void stash_put_back(struct derived_place *place)
{
	struct derived *derived = place->derived;

	if (!place->uses_stash)
		return;
	place->uses_stash = false;
	stash_forget(derived->stash, place);
	if (--derived->returns_armed > 0)
		return;
	derived->full += stash_full(derived->stash);
	stash_destroy(derived->stash);
	derived->stash = NULL;
}

/* Places that are attached or detached together. */
struct batch {
	struct os_tracepoint_hook **points;
	struct dt_site_attachment **sites;
	size_t point_count, site_count;
};

static void batch_destroy(struct batch *batch)
{
	os_free(batch->points);
	os_free(batch->sites);
}

/* Room for the places of these requests, and those of helpers. Return: false: no memory. */
static bool batch_create(struct batch *batch, const struct derived *derived, const struct dt_enable_request *requests,
			 size_t count)
{
	const struct derived_place *place;
	size_t i, points = 1, sites = 1;

	for (i = 0; i < count + derived->row_count; i++) {
		place = i < count ? ((struct derived_probe *)requests[i].arg)->place : derived->probes[i - count].place;
		if (i >= count && !(derived->probes[i - count].helps && place))
			continue;
		points += derived_place_is_point(place);
		sites += place->site_count;
	}
	batch->point_count = batch->site_count = 0;
	batch->points = os_alloc(points * sizeof(*batch->points));
	batch->sites = os_alloc(sites * sizeof(*batch->sites));
	if (batch->points && batch->sites)
		return true;
	batch_destroy(batch);
	batch->points = NULL;
	batch->sites = NULL;
	return false;
}

static void batch_add(struct batch *batch, struct derived_place *place)
{
	size_t i;

	if (derived_place_is_point(place))
		batch->points[batch->point_count++] = &place->point;
	for (i = 0; i < place->site_count; i++)
		batch->sites[batch->site_count++] = place->sites[i];
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

/* The place gets one armed row more. Return: false: no memory. */
static bool place_arm(struct batch *batch, struct derived_place *place)
{
	if (place->armed == 0 && !stash_get(place))
		return false;
	if (place->armed++ == 0)
		batch_add(batch, place);
	return true;
}

/* And one less. Without memory for a batch (NULL) each place is one. */
static void place_disarm(struct batch *batch, struct derived_place *place)
{
	if (--place->armed > 0)
		return;
	if (batch)
		batch_add(batch, place);
	else
		derived_place_detach(place);
}

/* Rows without a name come with the first probe, and go with the last. */
static void helpers_arm(struct batch *batch, struct derived *derived)
{
	struct derived_probe *self;

	for (self = derived->probes; self < derived->probes + derived->row_count; self++) {
		if (self->helps && self->place && !self->is_helping)
			self->is_helping = place_arm(batch, self->place);
	}
}

/*
 * Why one of those that this kernel has is not attached; NULL: all of them are. Without it the
 * provider's probes would be armed and fire nothing, or less than they should.
 */
static const char *helpers_refusal(const struct derived *derived)
{
	const struct derived_probe *self;
	const char *refused = NULL;

	for (self = derived->probes; !refused && self < derived->probes + derived->row_count; self++) {
		if (self->helps && self->place)
			refused = self->is_helping ? derived_place_refusal(self->place) : "no-memory";
	}
	return refused;
}

/*
 * Of a module that came while probes are armed. They stay armed, for what the others tell: that this one
 * does not help is said where the provider tells of itself.
 */
static void helpers_judge(struct derived *derived)
{
	struct derived_probe *self;

	for (self = derived->probes; self < derived->probes + derived->row_count; self++) {
		if (!self->helps || !self->place)
			continue;
		self->why = self->is_helping ? derived_place_refusal(self->place) : "no-memory";
		if (!self->is_helping || !self->why)
			continue;
		self->is_helping = false;
		place_disarm(NULL, self->place);
	}
}

static void helpers_disarm(struct batch *batch, struct derived *derived)
{
	struct derived_probe *self;

	for (self = derived->probes; self < derived->probes + derived->row_count; self++) {
		if (self->is_helping)
			place_disarm(batch, self->place);
		self->is_helping = false;
	}
}

/* Nothing fires any more at places that are not armed. */
static void settle(struct derived *derived)
{
	struct derived_place *place;

	os_sync();
	for (place = derived->places; place; place = place->next) {
		if (place->armed == 0)
			stash_put_back(place);
	}
	if (derived->armed == 0 && derived->end)
		derived->end();
}

static void row_arm(struct batch *batch, struct derived_probe *self, struct dt_enable_request *request)
{
	struct derived_place *place = self->place;
	size_t i;

	request->refused = NULL;
	DT_WRITE_ONCE(self->probe, request->probe);
	for (i = 0; i < place->site_count; i++)
		place->sites[i]->probe = request->probe;
	if (place_arm(batch, place))
		return;
	DT_WRITE_ONCE(self->probe, NULL);
	request->refused = "no-memory";
}

/* If its place, or what it needs, could not be attached it is not armed; of some places a part was attached. */
static void row_judge(struct derived_probe *self, struct dt_enable_request *request, const char *needed)
{
	if (request->refused)
		return;
	request->refused = derived_place_refusal(self->place);
	if (!request->refused)
		request->refused = needed;
	if (!request->refused)
		return;
	DT_WRITE_ONCE(self->probe, NULL);
	place_disarm(NULL, self->place);
}

static void all_refused(struct dt_enable_request *requests, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		requests[i].refused = "no-memory";
}

static void derived_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct derived *derived = arg;
	struct batch batch;
	size_t i, refused = 0;
	const char *needed;

	if (!batch_create(&batch, derived, requests, count)) {
		all_refused(requests, count);
		return;
	}
	if (derived->armed == 0 && derived->begin && derived->begin() != 0) {
		all_refused(requests, count);
		batch_destroy(&batch);
		return;
	}
	helpers_arm(&batch, derived);
	for (i = 0; i < count; i++)
		row_arm(&batch, requests[i].arg, &requests[i]);
	batch_attach(&batch);
	batch_destroy(&batch);
	needed = helpers_refusal(derived);
	for (i = 0; i < count; i++) {
		row_judge(requests[i].arg, &requests[i], needed);
		refused += requests[i].refused != NULL;
	}
	derived->armed += count - refused;
	if (derived->armed == 0)
		helpers_disarm(NULL, derived);
	if (refused)
		settle(derived);
}

static void derived_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct derived *derived = arg;
	struct derived_probe *self;
	struct batch batch;
	bool room = batch_create(&batch, derived, requests, count);
	size_t i;

	derived->armed -= count;
	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		DT_WRITE_ONCE(self->probe, NULL);
		place_disarm(room ? &batch : NULL, self->place);
	}
	if (derived->armed == 0)
		helpers_disarm(room ? &batch : NULL, derived);
	if (room)
		batch_detach(&batch);
	batch_destroy(&batch);
	settle(derived);
}

/* Rows of this module are looked up again. */
static void forget_module(struct derived *derived, const char *module)
{
	struct derived_probe *self;

	for (self = derived->probes; self < derived->probes + derived->row_count; self++) {
		if (self->found != FOUND && dt_str_same(self->hook.module, module))
			self->found = UNKNOWN;
	}
}

static void derived_provide_module(void *arg, const char *module)
{
	struct dtrace_probedesc pattern = { .provider = "" };
	struct derived *derived = arg;
	struct batch batch;

	forget_module(derived, module);
	dt_strlcpy(pattern.module, module, sizeof(pattern.module));
	if (!derived->is_asked)
		return;
	find_rows(derived, &pattern);
	if (derived->armed == 0)
		return;
	if (batch_create(&batch, derived, NULL, 0)) {
		helpers_arm(&batch, derived);
		batch_attach(&batch);
		batch_destroy(&batch);
	}
	helpers_judge(derived);
}

/* The framework destroys the probes afterwards; helpers are forgotten here. */
static void derived_remove_module(void *arg, const char *module)
{
	struct derived *derived = arg;
	struct derived_probe *self;
	size_t was_armed = derived->armed;

	for (self = derived->probes; self < derived->probes + derived->row_count; self++) {
		if (!self->place || !dt_str_same(self->hook.module, module))
			continue;
		if (self->probe || self->is_helping)
			place_disarm(NULL, self->place);
		derived->armed -= self->probe != NULL;
		DT_WRITE_ONCE(self->probe, NULL);
		self->is_helping = false;
	}
	if (was_armed && derived->armed == 0)
		helpers_disarm(NULL, derived);
	if (was_armed)
		settle(derived);
	for (self = derived->probes; self < derived->probes + derived->row_count; self++) {
		if (self->helps && self->place && dt_str_same(self->hook.module, module))
			derived_destroy(derived, self);
	}
}

/* ---- what it says about its probes ----------------------------------------------------------- */

/* All other places have their arguments at hand. */
DT_PROBE_CTX static int derived_arg_get(void *probe_arg, const struct dt_firing *firing, unsigned int n,
					uint64_t *value)
{
	const struct derived_probe *self = probe_arg;

	return self->place->is_plain ? derived_place_arg(self, firing, n, value) : -OS_ERANGE;
}

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

/* Why it does not help; without a reason it could not even be looked up when its module came. */
static const char *missed_why(const struct derived_probe *self)
{
	return self->why ? self->why : "no-memory";
}

/* One line for each probe; all of them are few: one item. */
static void derived_report(void *arg, struct dt_report *report)
{
	struct derived *derived = arg;
	unsigned int probes = 0, refused = 0, returns = 0;
	const struct derived_probe *self;
	const struct derived_row *row;
	bool is_missed;
	size_t i;

	find_rows(derived, NULL);
	dt_report_begin(report);
	for (i = 0; i < derived->row_count; i++) {
		self = &derived->probes[i];
		row = self->row;
		returns += self->hook.kind == DERIVED_RETURN;
		if (self->found == ANOTHER || (self->found == MISSING && has_alternative(derived, i))) {
			dt_report_line(report, "another %s:%s:%s:%s %s", derived->name, self->hook.module,
				       row->function, row->name, row->hook);
		} else if (self->helps && self->found == FOUND) {
			is_missed = derived->armed && !self->is_helping;
			dt_report_line(report, "helper %s:%s %s%s%s", derived->name, self->hook.module, row->hook,
				       is_missed ? " not-attached " : "", is_missed ? missed_why(self) : "");
		} else if (self->found == FOUND) {
			probes++;
			dt_report_line(report, "probe %s:%s:%s:%s %s", derived->name, self->hook.module, row->function,
				       row->name, row->hook);
		} else if (self->found == MISSING) {
			refused++;
			dt_report_line(report, "refused %s:%s:%s:%s %s %s", derived->name, self->hook.module,
				       row->function, row->name, row->hook, self->why);
		}
	}
	if (derived->add_report)
		derived->add_report(report);
	dt_report_line(report, "probes %u refused %u", probes, refused);
	if (returns)
		dt_report_line(report, "stash used %u full %llu lost %llu",
			       derived->stash ? stash_used(derived->stash) : 0,
			       (unsigned long long)(derived->full + (derived->stash ? stash_full(derived->stash) : 0)),
			       (unsigned long long)DT_READ_ONCE(derived->lost));
	report->done = dt_report_end(report);
}

static void add_word(struct derived_probe *self, uint8_t word)
{
	self->in_order &= word == self->word_count;
	self->words[self->word_count++] = word;
}

static void take_words(struct derived_probe *self)
{
	const struct derived_row *row = self->row;
	uint8_t object = 0;
	unsigned int i;

	self->in_order = true;
	for (i = 0; i < row->arg_count; i++) {
		add_word(self, row->args[i].word);
		if (!object)
			object = row->args[i].object;
	}
	if (object)
		add_word(self, object);
}

static const struct dt_provider_ops ops = {
	.provide = derived_provide,
	.provide_module = derived_provide_module,
	.remove_module = derived_remove_module,
	.enable = derived_enable,
	.disable = derived_disable,
	.arg_get = derived_arg_get,
	.arg_desc = derived_arg_desc,
	.frames = derived_frames,
	.report = derived_report,
	.destroy = derived_destroy,
};

/* Take the hooks of the table apart. */
static int read_table(struct derived *derived)
{
	struct derived_probe *self;
	size_t i;

	for (i = 0; i < derived->row_count; i++) {
		self = &derived->probes[i];
		self->derived = derived;
		self->row = &derived->rows[i];
		self->helps = self->row->name[0] == '\0';
		take_words(self);
		if (!derived_hook_parse(self->row->hook, &self->hook))
			return -OS_EINVAL;
	}
	return 0;
}

int derived_register(struct derived *derived)
{
	int error;

	derived->places = NULL;
	derived->armed = 0;
	derived->stash = NULL;
	derived->returns_armed = 0;
	derived->lost = derived->full = 0;
	derived->is_asked = false;
	derived->probes = os_alloc(derived->row_count * sizeof(*derived->probes));
	if (!derived->probes)
		return -OS_ENOMEM;
	error = read_table(derived);
	if (!error)
		error = dt_provider_register(derived->name, &attributes, &ops, derived, &derived->provider);
	if (error)
		os_free(derived->probes);
	return error;
}

void derived_unregister(struct derived *derived)
{
	struct derived_place *place, *next;

	dt_provider_unregister(derived->provider);
	for (place = derived->places; place; place = next) { /* of helpers */
		next = place->next;
		derived_place_free(place);
	}
	os_free(derived->probes);
	derived->provider = NULL;
}

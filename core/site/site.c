/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* site.c - arming and disarming batches of sites in one space. site.h has the theory. */
#include <dtrace/provider.h>

#include "core/site/kind.h"
#include "base/memory.h"
#include "base/sort.h"

/* As many as there are probes on sites: it grows only on purpose. */
DT_STATIC_ASSERT(sizeof(struct dt_site_attachment) == (sizeof(void *) == 8 ? 64 : 48), "as docs/jump.md has it");

/* One batch being armed, in one space. */
struct batch {
	struct dt_sites *sites;
	struct os_patch *patches;    /* one for each new site, in order of address */
	struct dt_site_block *block; /* its sites, in the same order */
	struct dt_site_counts *counts;
	size_t count, room;
};

/* ---- counts of firings ----------------------------------------------------------------------- */

#define LINE_WORDS 32 /* 128 bytes: no CPU has longer cache lines */

static struct dt_site_counts *counts_alloc(const struct dt_sites *sites, size_t count)
{
	size_t stride = DT_ROUNDUP(count, (size_t)LINE_WORDS) + LINE_WORDS;
	struct dt_site_counts *counts;

	counts = os_alloc(sizeof(*counts) + os_cpu_count() * stride * sizeof(counts->counts[0]));
	if (counts) {
		counts->live = 1; /* the batch's own */
		counts->space = sites->space;
		counts->stride = (uint32_t)stride;
	}
	return counts;
}

static void counts_release(struct dt_site_counts *counts)
{
	DT_ASSERT(counts->live > 0);
	if (--counts->live == 0)
		os_free(counts);
}

DT_PROBE_CTX struct os_space *dt_site_space(const struct dt_site_attachment *attachment)
{
	return dt_site_counts_of(attachment)->space;
}

/* No trap reads an attachment that is not armed any more: it is as it was before, and its counts are given back. */
static void attachment_settle(struct dt_site_attachment *attachment)
{
	struct dt_site_counts *counts = dt_site_counts_of(attachment);

	attachment->space = counts->space;
	attachment->why = NULL;
	counts_release(counts);
}

uint64_t dt_site_fired(const struct dt_site_attachment *attachment)
{
	uint64_t sum = (uint64_t)DT_READ_ONCE(attachment->wraps) << 32;
	unsigned int cpu;

	if (!attachment->armed)
		return 0;
	for (cpu = 0; cpu < os_cpu_count(); cpu++)
		sum += DT_READ_ONCE(attachment->counts[(size_t)cpu * attachment->stride]);
	return sum;
}

/* ---- linking probes to sites ----------------------------------------------------------------- */

static void attachment_link(struct batch *batch, struct dt_site *site, struct dt_site_attachment *attachment,
			    size_t index)
{
	struct dt_site_attachment **link = &site->first;

	while (*link && (*link)->order <= attachment->order)
		link = &(*link)->next;
	attachment->next = *link;
	attachment->armed = true;
	attachment->index = (uint32_t)index;
	attachment->stride = batch->counts->stride;
	attachment->counts = &batch->counts->counts[index];
	attachment->wraps = 0;
	batch->counts->live++;
	if (attachment->edge)
		DT_WRITE_ONCE(site->edge, true);
	DT_STORE_RELEASE(link, attachment);
}

/* A trap may still be reading the attachment and follow its link, so the link stays. */
static void attachment_unlink(struct dt_site *site, struct dt_site_attachment *attachment)
{
	struct dt_site_attachment **link = &site->first;

	while (*link != attachment)
		link = &(*link)->next;
	DT_STORE_RELEASE(link, attachment->next);
	attachment->armed = false;
}

/* ---- one new site ---------------------------------------------------------------------------- */

static const char *site_prepare(struct dt_sites *sites, struct dt_site *site,
				const struct dt_site_attachment *attachment, size_t expected)
{
	const char *refused;

	site->key = attachment->addr;
	site->slot = 0;
	site->first = NULL;
	site->foreign = false;
	site->lost = false;
	site->kind = DT_SITE_BREAK;
	site->why = 0;
	site->serial = ++sites->serial ? sites->serial : ++sites->serial;
	site->user = dt_sites_in_process(sites) ? DT_FIRING_INTERRUPTED : DT_FIRING_KERNEL;
	if (!dt_place_decode(sites, attachment->addr, &site->insn))
		return "not-text";
	dt_site_origin_keep(sites, site);
	refused = dt_site_refusal(sites->space, NULL, &site->insn, attachment->special == DT_SITE_INSIDE);
	if (refused)
		return refused;
	if (site->insn.system_call)
		site->insn.verdict = ISA_COPY;
	/* compilers make the kernel's functions; a process may have others, which get something in any register */
	site->insn.scratch_dead = attachment->order == DT_SITE_ORDER_ENTRY && !dt_sites_in_process(sites);
	return dt_way_make(sites, site, expected, &site->slot);
}

static const char *batch_add(struct batch *batch, const struct dt_site_attachment *attachment)
{
	const struct isa *isa = batch->sites->space->isa;
	struct dt_site *site = &batch->block->sites[batch->count];
	struct os_patch *patch = &batch->patches[batch->count];
	const char *refused;

	site->index = (uint32_t)batch->count;
	refused = site_prepare(batch->sites, site, attachment, batch->room - batch->count);
	if (refused)
		return refused;
	batch->block->live++;
	patch->addr = attachment->addr;
	patch->len = isa->break_len;
	patch->status = -OS_EFAULT;
	dt_break_copy(batch->sites, patch->old_bytes, site->insn.bytes);
	dt_break_copy(batch->sites, patch->new_bytes, isa->break_bytes);
	batch->count++;
	return NULL;
}

/*
 * Attachments come in order of address: one at the same address as the last new site shares that
 * site.
 */
static struct dt_site *batch_find(const struct batch *batch, uint64_t addr)
{
	struct dt_site *last = batch->count > 0 ? &batch->block->sites[batch->count - 1] : NULL;

	return last && last->insn.addr == addr ? last : NULL;
}

/* ---- arming ---------------------------------------------------------------------------------- */

static const char *patch_refusal(int status)
{
	return status == -OS_EBUSY ? "text-changed" : status == -OS_ENOMEM ? "no-memory" : "not-text";
}

/*
 * No trap can be reading the site any more. Its stub, which takes the place of the slot, has a reference of its own;
 * two stubs of one region are left together, when both sites have gone.
 */
static void site_free(struct dt_sites *sites, struct dt_site *site)
{
	struct dt_region *region = sites->kinds ? dt_region_of_next(sites->kinds, site) : NULL;
	bool has_slot = site->slot && !(sites->kinds && dt_slot_chunk_of(&sites->kinds->stubs, site->slot));

	if (region && dt_region_is_over(sites, region))
		dt_region_leave(sites->kinds, region);
	if (!has_slot || !dt_slot_free(sites, site->slot))
		dt_site_release(site);
}

/* Sites whose break could not be written: their attachments are refused, the sites are freed. */
static void batch_fail(struct batch *batch)
{
	struct dt_site_attachment *attachment;
	bool any = false;
	size_t i;

	for (i = 0; i < batch->count; i++) {
		if (batch->patches[i].status == 0)
			continue;
		any = true;
		dt_site_table_remove(batch->sites, &batch->block->sites[i]);
	}
	if (any)
		os_sync();
	for (i = 0; any && i < batch->count; i++) {
		if (batch->patches[i].status == 0)
			continue;
		while ((attachment = batch->block->sites[i].first) != NULL) {
			attachment_unlink(&batch->block->sites[i], attachment);
			attachment_settle(attachment);
			attachment->why = patch_refusal(batch->patches[i].status);
		}
		site_free(batch->sites, &batch->block->sites[i]);
	}
}

static struct dt_site_block *block_alloc(const struct os_space *space, size_t count)
{
	size_t each = sizeof(struct dt_site) + (space->ops->origin ? sizeof(uint64_t) : 0);
	struct dt_site_block *block = os_alloc(sizeof(*block) + count * each);

	if (block) {
		block->live = 1; /* the batch's own */
		block->origins = space->ops->origin ? (uint64_t *)(void *)&block->sites[count] : NULL;
	}
	return block;
}

static int batch_init(struct batch *batch, struct dt_sites *sites, size_t count)
{
	batch->sites = sites;
	batch->count = 0;
	batch->room = count;
	batch->patches = os_alloc(count * sizeof(*batch->patches));
	batch->block = block_alloc(sites->space, count);
	batch->counts = counts_alloc(sites, count);
	if (batch->patches && batch->block && batch->counts && dt_site_table_reserve(sites, count) == 0)
		return 0;
	os_free(batch->patches);
	os_free(batch->block);
	os_free(batch->counts);
	return -OS_ENOMEM;
}

/*
 * The places of a batch are added to those of the past before their breaks are written. Return: false
 * without memory.
 */
static bool batch_remember(const struct batch *batch)
{
	struct dt_past *past, *before = batch->sites->past;
	size_t old = 0, new = 0, olds = before ? before->count : 0;
	struct dt_past_place *place;

	past = os_alloc(sizeof(*past) + (olds + batch->count) * sizeof(past->places[0]));
	if (!past)
		return false;
	for (place = past->places; old < olds || new < batch->count; place++) {
		if (new == batch->count || (old < olds && before->places[old].addr < batch->patches[new].addr)) {
			*place = before->places[old++];
			continue;
		}
		if (old < olds && before->places[old].addr == batch->patches[new].addr)
			old++;
		place->addr = batch->patches[new].addr;
		dt_memcpy(place->bytes, batch->patches[new].old_bytes, sizeof(place->bytes));
		new ++;
	}
	past->count = (size_t)(place - past->places);
	DT_STORE_RELEASE(&batch->sites->past, past);
	os_sync();
	os_free(before);
	return true;
}

static void batch_patch(struct batch *batch)
{
	struct os_space *space = batch->sites->space;
	size_t i;

	if (!dt_sites_in_process(batch->sites) || batch_remember(batch)) {
		space->ops->patch(space, batch->patches, batch->count);
		return;
	}
	for (i = 0; i < batch->count; i++)
		batch->patches[i].status = -OS_ENOMEM;
}

static void batch_write(struct batch *batch)
{
	size_t i;

	dt_slots_flush(batch->sites);
	for (i = 0; i < batch->count; i++)
		dt_site_table_insert(batch->sites, &batch->block->sites[i]);
	if (batch->count > 0)
		batch_patch(batch);
	batch_fail(batch);
	if (--batch->block->live == 0)
		os_free(batch->block);
	os_free(batch->patches);
}

/*
 * A site without probes has a break that could not be removed; it can be used again, unless the
 * text there has been overwritten since.
 */
static bool still_stands(struct dt_sites *sites, const struct dt_site *site)
{
	struct os_space *space = sites->space;
	uint8_t bytes[ISA_BREAK_MAX];
	struct dt_region *region = sites->kinds ? dt_region_of_next(sites->kinds, site) : NULL;

	if (site->first)
		return true;
	if (region)
		return dt_region_is_ours(sites, region);
	return space->ops->read(space, site->insn.addr, bytes, space->isa->break_len) == 0 &&
	       dt_memcmp(bytes, space->isa->break_bytes, space->isa->break_len) == 0;
}

static void batch_attach(struct batch *batch, struct dt_site_attachment *attachment, size_t index)
{
	struct dt_site *site = dt_site_find(batch->sites, attachment->addr);
	const char *refused = NULL;

	DT_ASSERT((attachment->special != DT_SITE_PLAIN) == (attachment->inside != NULL));
	attachment->armed = false;
	if (!site)
		site = batch_find(batch, attachment->addr);
	if (dt_site_in_the_way(batch->sites, attachment)) {
		refused = patch_refusal(-OS_ENOMEM);
	} else if (!site) {
		refused = batch_add(batch, attachment);
		site = batch_find(batch, attachment->addr);
	} else if (attachment->special == DT_SITE_INSIDE && !isa_insn_branches(&site->insn)) {
		refused = isa_reason_name(ISA_REASON_UNSUPPORTED);
	} else if (!still_stands(batch->sites, site)) {
		refused = patch_refusal(-OS_EBUSY);
	}
	attachment->why = refused;
	if (!refused)
		attachment_link(batch, site, attachment, index);
}

void dt_sites_refuse(struct dt_site_attachment **attachments, size_t count, const char *reason)
{
	size_t i;

	for (i = 0; i < count; i++) {
		attachments[i]->armed = false;
		attachments[i]->why = reason;
	}
}

size_t dt_sites_arm(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count)
{
	size_t i, armed = 0;
	struct batch batch;

	if (batch_init(&batch, sites, count) != 0) {
		dt_sites_refuse(attachments, count, "no-memory");
		return 0;
	}
	dt_sites_make_way(sites, attachments, count);
	for (i = 0; i < count; i++)
		batch_attach(&batch, attachments[i], i);
	os_trace("site: prepared", batch.count, 0);
	batch_write(&batch);
	for (i = 0; i < count; i++)
		armed += attachments[i]->armed;
	counts_release(batch.counts);
	if (armed > 0)
		dt_switch_queue(sites);
	return armed;
}

/* ---- disarming ------------------------------------------------------------------------------- */

/* A break was not there to take away: the program has thrown it away, or somebody else has written there. */
static void count_missing(struct dt_sites *sites, const struct dt_site *site)
{
	if (site->lost)
		return;
	if (dt_sites_throwing(sites))
		sites->restored++;
	else
		sites->overwritten++;
}

/* The text of a dying space disappears with its breaks: nothing needs to be written. */
static void restore(struct dt_sites *sites, struct dt_site **dying, struct os_patch *patches, size_t count)
{
	struct os_space *space = sites->space;
	const struct isa *isa = space->isa;
	size_t i;

	for (i = 0; i < count; i++) {
		patches[i].addr = dying[i]->insn.addr;
		patches[i].len = isa->break_len;
		patches[i].status = -OS_EFAULT;
		dt_break_copy(sites, patches[i].old_bytes, isa->break_bytes);
		dt_break_copy(sites, patches[i].new_bytes, dt_past_under(sites, dying[i]));
	}
	if (DT_READ_ONCE(space->dying) || space->ops->patch(space, patches, count) == (long)count)
		return;
	for (i = 0; i < count; i++) {
		if (patches[i].status == -OS_EBUSY)
			count_missing(sites, dying[i]);
		if (patches[i].status != 0)
			os_trace("site: break was not there to take away", patches[i].addr,
				 (uint64_t)(int64_t)patches[i].status);
	}
}

/* Those that are gone come last; the others stay in order. Return: how many these are. */
static size_t gone_last(struct dt_site **dying, size_t count)
{
	size_t i, standing = 0;
	struct dt_site *site;

	for (i = 0; i < count; i++) {
		site = dying[i];
		if (dt_site_is_gone(site))
			continue;
		dying[i] = dying[standing];
		dying[standing++] = site;
	}
	return standing;
}

/*
 * A site that is a jump still. Where there is no text any more it goes with that; it stays where somebody
 * else has written, who may have a copy of the jump.
 */
static bool stays(struct dt_sites *sites, const struct dt_site *site)
{
	enum dt_trouble trouble = dt_site_trouble(sites, site);

	sites->kinds->held += trouble == DT_TROUBLE_CHANGED;
	return trouble == DT_TROUBLE_CHANGED || trouble == DT_TROUBLE_MEMORY;
}

/*
 * Restore and free sites without probes, in order of address. They stay in the table until no CPU
 * can be in one of their traps.
 */
static void sites_retire(struct dt_sites *sites, struct dt_site **dying, struct os_patch *patches, size_t count)
{
	size_t i, gone = 0, standing = gone_last(dying, count), ready = dt_sites_leave(sites, dying, standing);

	if (ready > 0)
		restore(sites, dying, patches, ready);
	for (i = 0; i < count; i++) {
		if (i < ready ? patches[i].status == -OS_ENOMEM : i < standing && stays(sites, dying[i])) {
			sites->stuck += i < ready || dt_site_trouble(sites, dying[i]) == DT_TROUBLE_MEMORY;
			continue;
		}
		dt_site_table_remove(sites, dying[i]);
		dying[gone++] = dying[i];
	}
	os_sync();
	for (i = 0; i < gone; i++)
		site_free(sites, dying[i]);
	dt_kinds_settle(sites);
}

static bool has_attachment(const struct dt_site *site, const struct dt_site_attachment *attachment)
{
	const struct dt_site_attachment *one = site->first;

	while (one && one != attachment)
		one = one->next;
	return one != NULL;
}

/* The site of an armed attachment: mostly the one at its address, else one that is gone. */
static struct dt_site *site_of(const struct dt_sites *sites, const struct dt_site_attachment *attachment)
{
	struct dt_site *site = dt_site_find(sites, attachment->addr);

	if (site && (sites->gone == 0 || has_attachment(site, attachment)))
		return site;
	site = dt_site_gone_at(sites, attachment->addr, NULL);
	while (site && !has_attachment(site, attachment))
		site = dt_site_gone_at(sites, attachment->addr, site);
	return site;
}

/* Disarm what fits into the arrays; @attachments is sorted. Return: how many were armed: these come first now. */
static size_t detach_some(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count,
			  struct dt_site **dying, struct os_patch *patches)
{
	struct dt_site_attachment *attachment;
	size_t i, dead = 0, armed = 0;
	struct dt_site *site;

	for (i = 0; i < count; i++) {
		attachment = attachments[i];
		if (!attachment->armed)
			continue;
		attachments[i] = attachments[armed];
		attachments[armed++] = attachment;
		site = site_of(sites, attachment);
		attachment_unlink(site, attachment);
		if (!site->first)
			dying[dead++] = site;
	}
	sites_retire(sites, dying, patches, dead);
	for (i = 0; i < armed; i++)
		attachment_settle(attachments[i]);
	if (dead > 0)
		os_task_queue(&sites->reclaim_task);
	return armed;
}

static int by_site_address(const void *a, const void *b)
{
	const struct dt_site *x = a, *y = b;

	return x->insn.addr < y->insn.addr ? -1 : x->insn.addr > y->insn.addr;
}

struct retry {
	struct dt_sites *sites;
	size_t count;
};

static void retry_some(struct retry *retry)
{
	struct dt_sites *sites = retry->sites;

	dt_sort((void **)sites->fallback.sites, retry->count, by_site_address);
	sites_retire(sites, sites->fallback.sites, sites->fallback.patches, retry->count);
	retry->count = 0;
}

static void retry_site(void *arg, struct dt_site *site)
{
	struct retry *retry = arg;

	if (site->first)
		return;
	retry->sites->fallback.sites[retry->count++] = site;
	if (retry->count == DT_SITES_FALLBACK)
		retry_some(retry);
}

size_t dt_sites_retry(struct dt_sites *sites)
{
	struct retry retry = { sites, 0 };

	if (sites->stuck == 0 && !(sites->kinds && sites->kinds->held > 0))
		return 0;
	sites->stuck = 0;
	if (sites->kinds)
		sites->kinds->held = 0;
	dt_site_table_each(sites, retry_site, &retry);
	if (retry.count > 0)
		retry_some(&retry);
	dt_kinds_settle(sites);
	return sites->stuck;
}

static size_t detach_slowly(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count)
{
	size_t i, n, armed = 0;

	for (i = 0; i < count; i += n) {
		n = DT_MIN(count - i, (size_t)DT_SITES_FALLBACK);
		armed += detach_some(sites, attachments + i, n, sites->fallback.sites, sites->fallback.patches);
	}
	return armed;
}

size_t dt_sites_disarm(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count)
{
	struct os_patch *patches = os_alloc(count * sizeof(*patches));
	struct dt_site **dying = os_alloc(count * sizeof(*dying));
	size_t armed;

	if (patches && dying)
		armed = detach_some(sites, attachments, count, dying, patches);
	else
		armed = detach_slowly(sites, attachments, count);
	os_free(patches);
	os_free(dying);
	return armed;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* site.c - arming and disarming batches of sites. site.h has the theory. */
#include <dtrace/provider.h>

#include "core/entry.h"
#include "core/probe/probe.h"
#include "core/site/site.h"
#include "base/line.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/text.h"

struct os_mutex dt_sites_lock;

static size_t stuck; /* [M] sites whose break could not be taken away */

/* One batch being armed. */
struct batch {
	struct os_patch *patches;    /* one for each new site, in order of address */
	struct dt_site_block *block; /* its sites, in the same order */
	size_t count, room;
};

int dt_sites_init(void)
{
	int error;

	os_mutex_init(&dt_sites_lock);
	stuck = 0;
	error = dt_site_table_init();
	if (error == 0)
		error = dt_slots_init();
	if (error != 0)
		dt_site_table_fini();
	return error;
}

void dt_sites_settle(void)
{
	dt_slots_settle();
}

void dt_sites_fini(void)
{
	dt_slots_fini();
	dt_site_table_fini();
	os_mutex_fini(&dt_sites_lock);
}

void dt_site_release(struct dt_site *site)
{
	struct dt_site_block *block = site->block;

	DT_ASSERT(block->live > 0);
	if (--block->live == 0)
		os_free(block);
}

/* At one address entries first: what is known of a function's entry then holds for the site. */
static int by_address(const void *a, const void *b)
{
	const struct dt_site_attachment *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (int)x->order - (int)y->order;
}

/* ---- linking probes to sites ----------------------------------------------------------------- */

static void attachment_link(struct dt_site *site, struct dt_site_attachment *attachment)
{
	struct dt_site_attachment **link = &site->first;

	while (*link && (*link)->order <= attachment->order)
		link = &(*link)->next;
	attachment->next = *link;
	attachment->armed = true;
	DT_STORE_RELEASE(link, attachment);
}

/* A trap may still be reading the attachment, and goes on from it: its own link stays. */
static void attachment_unlink(struct dt_site *site, struct dt_site_attachment *attachment)
{
	struct dt_site_attachment **link = &site->first;

	while (*link != attachment)
		link = &(*link)->next;
	DT_STORE_RELEASE(link, attachment->next);
	attachment->armed = false;
}

/* ---- one new site ---------------------------------------------------------------------------- */

/* The last bytes of text may be fewer than the longest instruction. */
static size_t read_insn(uint64_t addr, uint8_t *code)
{
	size_t size;

	for (size = ISA_INSN_MAX; size > 0; size /= 2) {
		if (os_text_read(addr, code, size) == 0)
			return size;
	}
	return 0;
}

/* @expected: so many more sites may want a slot soon. */
static const char *site_slot(struct dt_site *site, size_t expected)
{
	uint8_t bytes[ISA_SLOT_MAX];
	int answer;

	site->slot = dt_slot_alloc(expected);
	if (!site->slot)
		return "no-memory";
	answer = isa_insn_relocate(&site->insn, bytes, site->slot);
	if (answer == 0 || (answer == 1 && dt_slot_owner(site->slot, site))) {
		dt_slot_write(site->slot, bytes);
		return NULL;
	}
	dt_slot_free(site->slot);
	return answer == 1 ? "no-memory" : isa_reason_name(ISA_REASON_RANGE);
}

/* Where a branch leads is found out by emulating it: nothing else can have `inside`. */
static bool inside_is_possible(const struct isa_insn *insn, const struct dt_site_attachment *attachment)
{
	if (!attachment->inside)
		return true;
	return insn->verdict == ISA_EMULATE &&
	       (insn->class == ISA_CLASS_BRANCH || insn->class == ISA_CLASS_IJUMP || insn->class == ISA_CLASS_JUMP);
}

static const char *site_prepare(struct dt_site *site, const struct dt_site_attachment *attachment, size_t expected)
{
	uint64_t addr = attachment->addr;
	uint8_t code[ISA_INSN_MAX];
	const char *refused;
	size_t size;

	site->slot = 0;
	site->first = NULL;
	size = read_insn(addr, code);
	if (size == 0)
		return "not-text";
	if (isa_insn_decode(code, size, addr, &site->insn) == ISA_REJECT)
		return isa_reason_name(site->insn.reason);
	if (!inside_is_possible(&site->insn, attachment))
		return isa_reason_name(ISA_REASON_UNSUPPORTED);
	site->insn.scratch_dead = attachment->order == DT_SITE_ORDER_ENTRY;
	refused = os_text_refusal(addr, site->insn.len);
	if (refused || (site->insn.verdict == ISA_EMULATE && !site->insn.may_fault))
		return refused;
	return site_slot(site, expected);
}

static const char *batch_add(struct batch *batch, const struct dt_site_attachment *attachment)
{
	struct dt_site *site = &batch->block->sites[batch->count];
	struct os_patch *patch = &batch->patches[batch->count];
	const char *refused = site_prepare(site, attachment, batch->room - batch->count);

	if (refused)
		return refused;
	site->block = batch->block;
	batch->block->live++;
	patch->addr = attachment->addr;
	patch->len = ISA_SELF_BREAK_LEN;
	patch->status = -OS_EFAULT;
	dt_memcpy(patch->old_bytes, site->insn.bytes, ISA_SELF_BREAK_LEN);
	dt_memcpy(patch->new_bytes, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	batch->count++;
	return NULL;
}

/* Attachments come in order of address: another one at an address of this batch follows its site at once. */
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

/* No trap can have its eyes on the site any more. */
static void site_free(struct dt_site *site)
{
	if (!site->slot || !dt_slot_free(site->slot))
		dt_site_release(site);
}

/* Sites whose break could not be written: their probes are told, the sites go. */
static void batch_fail(struct batch *batch)
{
	struct dt_site_attachment *attachment;
	bool any = false;
	size_t i;

	for (i = 0; i < batch->count; i++) {
		if (batch->patches[i].status == 0)
			continue;
		any = true;
		while ((attachment = batch->block->sites[i].first) != NULL) {
			attachment_unlink(&batch->block->sites[i], attachment);
			attachment->refused = patch_refusal(batch->patches[i].status);
		}
		dt_site_table_remove(&batch->block->sites[i]);
	}
	if (any)
		os_sync();
	for (i = 0; any && i < batch->count; i++) {
		if (batch->patches[i].status != 0)
			site_free(&batch->block->sites[i]);
	}
}

static int batch_init(struct batch *batch, size_t count)
{
	batch->count = 0;
	batch->room = count;
	batch->patches = os_alloc(count * sizeof(*batch->patches));
	batch->block = os_alloc(sizeof(*batch->block) + count * sizeof(batch->block->sites[0]));
	if (batch->patches && batch->block && dt_site_table_reserve(count) == 0) {
		batch->block->live = 1; /* the batch's own */
		return 0;
	}
	os_free(batch->patches);
	os_free(batch->block);
	return -OS_ENOMEM;
}

static void batch_write(struct batch *batch)
{
	size_t i;

	dt_slots_flush();
	for (i = 0; i < batch->count; i++)
		dt_site_table_insert(&batch->block->sites[i]);
	if (batch->count > 0)
		os_text_patch(batch->patches, batch->count);
	batch_fail(batch);
	if (--batch->block->live == 0)
		os_free(batch->block);
	os_free(batch->patches);
}

/*
 * A site without probes has a break that could not be taken away; it can be used again, unless
 * other text stands there by now.
 */
static bool still_stands(const struct dt_site *site)
{
	uint8_t bytes[ISA_SELF_BREAK_LEN];

	if (site->first)
		return true;
	return os_text_read(site->insn.addr, bytes, sizeof(bytes)) == 0 &&
	       dt_memcmp(bytes, isa_self.break_bytes, sizeof(bytes)) == 0;
}

static void batch_attach(struct batch *batch, struct dt_site_attachment *attachment)
{
	struct dt_site *site = dt_site_find(attachment->addr);

	attachment->armed = false;
	attachment->refused = NULL;
	if (!site)
		site = batch_find(batch, attachment->addr);
	if (!site) {
		attachment->refused = batch_add(batch, attachment);
		site = attachment->refused ? NULL : batch_find(batch, attachment->addr);
	} else if (!inside_is_possible(&site->insn, attachment)) {
		attachment->refused = isa_reason_name(ISA_REASON_UNSUPPORTED);
		site = NULL;
	} else if (!still_stands(site)) {
		attachment->refused = patch_refusal(-OS_EBUSY);
		site = NULL;
	}
	if (site)
		attachment_link(site, attachment);
}

/* As a rule they come in order but for the parts that the compiler put elsewhere. */
static void sort(struct dt_site_attachment **attachments, size_t count)
{
	void **room = os_alloc(count * sizeof(*room));

	if (room)
		dt_sort_mostly((void **)attachments, count, room, by_address);
	else
		dt_sort((void **)attachments, count, by_address);
	os_free(room);
}

static size_t attach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, armed = 0;
	struct batch batch;

	if (batch_init(&batch, count) != 0) {
		for (i = 0; i < count; i++) {
			attachments[i]->armed = false;
			attachments[i]->refused = "no-memory";
		}
		return 0;
	}
	for (i = 0; i < count; i++)
		batch_attach(&batch, attachments[i]);
	os_trace("site: prepared", batch.count, 0);
	batch_write(&batch);
	for (i = 0; i < count; i++)
		armed += attachments[i]->armed;
	return armed;
}

/* [M] What the last batches came to, for dt_sites_stats(). */
static struct {
	uint64_t armed, arm_ns, disarmed, disarm_ns;
} last;

size_t dt_sites_attach(struct dt_site_attachment **attachments, size_t count)
{
	uint64_t start = os_time_mono();
	size_t armed;

	if (count == 0)
		return 0;
	os_mutex_lock(&dt_sites_lock);
	os_trace("site: attach", count, 0);
	sort(attachments, count);
	armed = attach(attachments, count);
	last.armed = armed;
	last.arm_ns = os_time_mono() - start;
	os_trace("site: attached", armed, last.arm_ns);
	os_mutex_unlock(&dt_sites_lock);
	return armed;
}

/* ---- disarming ------------------------------------------------------------------------------- */

static void restore(struct dt_site **sites, struct os_patch *patches, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		patches[i].addr = sites[i]->insn.addr;
		patches[i].len = ISA_SELF_BREAK_LEN;
		patches[i].status = -OS_EFAULT;
		dt_memcpy(patches[i].old_bytes, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
		dt_memcpy(patches[i].new_bytes, sites[i]->insn.bytes, ISA_SELF_BREAK_LEN);
	}
	if (os_text_patch(patches, count) == (long)count)
		return;
	for (i = 0; i < count; i++) {
		if (patches[i].status != 0)
			os_trace("site: break was not there to take away", patches[i].addr,
				 (uint64_t)(int64_t)patches[i].status);
	}
}

/*
 * Restore and free sites without probes, in order of address. They stay in the table until no CPU
 * can be in one of their traps.
 */
static void sites_retire(struct dt_site **sites, struct os_patch *patches, size_t count)
{
	size_t i, gone = 0;

	if (count > 0)
		restore(sites, patches, count);
	for (i = 0; i < count; i++) {
		if (patches[i].status == -OS_ENOMEM) {
			stuck++;
			continue;
		}
		dt_site_table_remove(sites[i]);
		sites[gone++] = sites[i];
	}
	os_sync();
	for (i = 0; i < gone; i++)
		site_free(sites[i]);
}

/* Disarm what fits into the arrays; @attachments is sorted. */
static void detach_some(struct dt_site_attachment **attachments, size_t count, struct dt_site **sites,
			struct os_patch *patches)
{
	struct dt_site *site;
	size_t i, dying = 0;

	for (i = 0; i < count; i++) {
		if (!attachments[i]->armed)
			continue;
		site = dt_site_find(attachments[i]->addr);
		attachment_unlink(site, attachments[i]);
		if (!site->first)
			sites[dying++] = site;
	}
	sites_retire(sites, patches, dying);
	if (dying > 0)
		dt_slots_reclaim();
}

#define DETACH_FALLBACK 32 /* disarming must not fail for want of memory: then it goes in small steps */

static struct { /* [M] */
	struct os_patch patches[DETACH_FALLBACK];
	struct dt_site *sites[DETACH_FALLBACK];
} fallback;

static int by_site_address(const void *a, const void *b)
{
	const struct dt_site *x = a, *y = b;

	return x->insn.addr < y->insn.addr ? -1 : x->insn.addr > y->insn.addr;
}

static void retry_some(size_t count)
{
	dt_sort((void **)fallback.sites, count, by_site_address);
	sites_retire(fallback.sites, fallback.patches, count);
}

size_t dt_sites_retry(void)
{
	struct dt_site_table *table = dt_site_table;
	struct dt_site *site;
	size_t n = 0;
	uint32_t i;

	if (stuck == 0)
		return 0;
	stuck = 0;
	for (i = 0; i <= table->mask; i++) {
		site = table->entries[i];
		if (!site || site->insn.addr == 0 || site->first)
			continue;
		fallback.sites[n++] = site;
		if (n == DETACH_FALLBACK) {
			retry_some(n);
			n = 0;
		}
	}
	if (n > 0)
		retry_some(n);
	return stuck;
}

static void detach_slowly(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, n;

	for (i = 0; i < count; i += n) {
		n = DT_MIN(count - i, (size_t)DETACH_FALLBACK);
		detach_some(attachments + i, n, fallback.sites, fallback.patches);
	}
}

void dt_sites_detach(struct dt_site_attachment **attachments, size_t count)
{
	uint64_t start = os_time_mono();
	struct os_patch *patches;
	struct dt_site **sites;

	if (count == 0)
		return;
	os_mutex_lock(&dt_sites_lock);
	os_trace("site: detach", count, 0);
	sort(attachments, count);
	patches = os_alloc(count * sizeof(*patches));
	sites = os_alloc(count * sizeof(*sites));
	if (patches && sites)
		detach_some(attachments, count, sites, patches);
	else
		detach_slowly(attachments, count);
	os_free(patches);
	os_free(sites);
	last.disarmed = count;
	last.disarm_ns = os_time_mono() - start;
	os_trace("site: detached", count, last.disarm_ns);
	os_mutex_unlock(&dt_sites_lock);
}

/* ---- text without our breaks, and what there is ---------------------------------------------- */

int dt_sites_text(uint64_t addr, void *dst, size_t size)
{
	uint8_t *bytes = dst;
	struct dt_site *site;
	size_t i;
	int error;

	os_mutex_lock(&dt_sites_lock);
	error = os_text_read(addr, dst, size);
	for (i = 0; error == 0 && i + ISA_SELF_BREAK_LEN <= size; i++) {
		if (bytes[i] != isa_self.break_bytes[0] ||
		    dt_memcmp(bytes + i, isa_self.break_bytes, ISA_SELF_BREAK_LEN) != 0)
			continue;
		site = dt_site_find(addr + i);
		if (site)
			dt_memcpy(bytes + i, site->insn.bytes, ISA_SELF_BREAK_LEN);
	}
	os_mutex_unlock(&dt_sites_lock);
	return error;
}

/* Two digits for each byte. */
static void bytes_text(char *text, const uint8_t *bytes, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		*text++ = "0123456789abcdef"[bytes[i] >> 4];
		*text++ = "0123456789abcdef"[bytes[i] & 15];
	}
	*text = 0;
}

struct report {
	const char *provider;
	void (*emit)(void *arg, const char *line);
	void *arg;
	size_t sites;
	char line[400];
};

static void report_attachment(struct report *report, const struct dt_site *site,
			      const struct dt_site_attachment *attachment)
{
	static const char *const verdicts[] = { "reject", "copy", "rewrite", "emulate" };
	char text[48], bytes[2 * ISA_INSN_MAX + 1];
	size_t n;

	isa_self.insn_format(&site->insn, text, sizeof(text));
	bytes_text(bytes, site->insn.bytes, site->insn.len);
	n = dt_format_line(report->line, sizeof(report->line),
			   "armed %016llx %s`%s %s fired %llu nested %lu %s len %u bytes %s ",
			   (unsigned long long)site->insn.addr, dt_probe_name_part(attachment->probe, DT_PART_MODULE),
			   dt_probe_name_part(attachment->probe, DT_PART_FUNCTION),
			   dt_probe_name_part(attachment->probe, DT_PART_NAME), (unsigned long long)attachment->fired,
			   dt_probe_nested(attachment->probe), verdicts[site->insn.verdict & 3], site->insn.len, bytes);
	dt_strlcpy(report->line + n, text, sizeof(report->line) - n);
	report->emit(report->arg, report->line);
}

static void report_site(struct report *report, const struct dt_site *site)
{
	const struct dt_site_attachment *attachment;
	bool any = false;

	for (attachment = site->first; attachment; attachment = attachment->next) {
		if (dt_strcmp(dt_probe_name_part(attachment->probe, DT_PART_PROVIDER), report->provider) != 0)
			continue;
		report_attachment(report, site, attachment);
		any = true;
	}
	report->sites += any;
}

void dt_sites_report(const char *provider, void (*emit)(void *arg, const char *line), void *arg)
{
	struct report *report = os_alloc(sizeof(*report));
	struct dt_site_table *table;
	uint32_t i;

	if (!report) {
		emit(arg, "no memory for the report");
		return;
	}
	report->provider = provider;
	report->emit = emit;
	report->arg = arg;
	os_mutex_lock(&dt_sites_lock);
	table = dt_site_table;
	for (i = 0; i <= table->mask; i++) {
		if (table->entries[i] && table->entries[i]->insn.addr != 0)
			report_site(report, table->entries[i]);
	}
	os_mutex_unlock(&dt_sites_lock);
	dt_format_line(report->line, sizeof(report->line), "sites %llu late %llu", (unsigned long long)report->sites,
		       (unsigned long long)dt_sites_late);
	emit(arg, report->line);
	os_free(report);
}

void dt_sites_stats(void (*emit)(void *arg, const char *line), void *arg)
{
	struct dt_site_table *table;
	char line[160];
	size_t sites = 0;
	uint32_t i;

	os_mutex_lock(&dt_sites_lock);
	table = dt_site_table;
	for (i = 0; i <= table->mask; i++)
		sites += table->entries[i] && table->entries[i]->insn.addr != 0;
	dt_format_line(line, sizeof(line), "sites %llu bytes-each %u bytes-table %llu bytes-slots %llu late %lu",
		       (unsigned long long)sites,
		       (unsigned int)(sizeof(struct dt_site) + sizeof(struct dt_site_attachment)),
		       (unsigned long long)dt_site_table_bytes(), (unsigned long long)dt_slots_bytes(), dt_sites_late);
	emit(arg, line);
	dt_format_line(line, sizeof(line), "last-arming sites %llu ns %llu", (unsigned long long)last.armed,
		       (unsigned long long)last.arm_ns);
	emit(arg, line);
	dt_format_line(line, sizeof(line), "last-disarming sites %llu ns %llu", (unsigned long long)last.disarmed,
		       (unsigned long long)last.disarm_ns);
	emit(arg, line);
	os_mutex_unlock(&dt_sites_lock);
}

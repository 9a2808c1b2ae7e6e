/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* site_report.c - what is armed in the kernel, for /proc/dtrace/. */
#include <dtrace/provider.h>

#include "core/entry.h"
#include "core/probe/probe.h"
#include "core/site/kind.h"
#include "base/report.h"
#include "base/text.h"

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

/* Why a site is no jump; "-": it is one, or nothing is known against it. */
static const char *reason_of(const struct dt_site *site)
{
	return site->why == DT_JUMP_POSSIBLE ? "-" : dt_jump_refusal_name(site->why);
}

static void report_attachment(struct dt_report *report, const struct isa *isa, const struct dt_site *site,
			      const struct dt_site_attachment *attachment)
{
	static const char *const verdicts[] = { "reject", "copy", "rewrite", "emulate" };
	char text[48], bytes[2 * ISA_INSN_MAX + 1];

	isa->insn_format(&site->insn, text, sizeof(text));
	bytes_text(bytes, site->insn.bytes, site->insn.len);
	dt_report_line(report, "armed %016llx %s`%s %s fired %llu nested %lu kind %s %s %s len %u bytes %s %s",
		       (unsigned long long)site->insn.addr, dt_probe_name_part(attachment->probe, DT_PART_MODULE),
		       dt_probe_name_part(attachment->probe, DT_PART_FUNCTION),
		       dt_probe_name_part(attachment->probe, DT_PART_NAME),
		       (unsigned long long)dt_site_fired(attachment), dt_probe_nested(attachment->probe),
		       site->kind == DT_SITE_JUMP ? "jump" : "break", reason_of(site), verdicts[site->insn.verdict & 3],
		       site->insn.len, bytes, text);
}

/* Return: whether it is in the piece. */
static bool report_site(struct dt_report *report, const struct isa *isa, const char *provider,
			const struct dt_site *site)
{
	const struct dt_site_attachment *attachment;
	bool any = false;

	dt_report_begin(report);
	for (attachment = site->first; attachment; attachment = attachment->next) {
		if ((attachment->special == DT_SITE_FIRE && !attachment->probe) ||
		    dt_strcmp(dt_probe_name_part(attachment->probe, DT_PART_PROVIDER), provider) != 0)
			continue;
		report_attachment(report, isa, site, attachment);
		any = true;
	}
	report->sums[0] += any;
	return dt_report_end(report);
}

/*
 * The table's entries are in order of the hash, and it is the hash that says where to go on: a table
 * that grows between two pieces keeps that order, but for sites that collide.
 */
void dt_sites_report(const char *provider, struct dt_report *report)
{
	struct dt_sites *sites = &dt_kernel_sites;
	struct dt_site_table *table;
	const struct dt_site *site;
	uint64_t i;

	os_mutex_lock(&sites->lock);
	table = sites->table;
	report->full = false;
	for (i = report->place >> table->shift; i <= table->mask && !report->full; i++) {
		site = dt_site_table_at(table, (uint32_t)i);
		if (!site || report_site(report, sites->space->isa, provider, site))
			report->place = (i + 1) << table->shift;
	}
	os_mutex_unlock(&sites->lock);
	if (report->full)
		return;
	dt_report_begin(report);
	dt_report_line(report, "sites %llu late %lu", (unsigned long long)report->sums[0], sites->late);
	report->done = dt_report_end(report);
}

void dt_sites_stats(struct dt_report *report)
{
	struct dt_sites *sites = &dt_kernel_sites;
	const struct dt_kinds *kinds = sites->kinds;

	os_mutex_lock(&sites->lock);
	if (kinds && kinds->held > 0)
		os_task_queue(&sites->reclaim_task); /* it looks whether they still are */
	dt_report_begin(report);
	dt_report_line(report, "sites %llu bytes-each %u bytes-table %llu bytes-slots %llu late %lu",
		       (unsigned long long)sites->live,
		       (unsigned int)(sizeof(struct dt_site) + sizeof(struct dt_site_attachment)),
		       (unsigned long long)dt_site_table_bytes(sites),
		       (unsigned long long)dt_slots_bytes(&sites->slots), sites->late);
	dt_report_line(report, "kinds break %llu jump %llu held %llu bytes-stubs %llu bytes-regions %llu",
		       (unsigned long long)(sites->live - (kinds ? kinds->jumps : 0)),
		       (unsigned long long)(kinds ? kinds->jumps : 0), (unsigned long long)(kinds ? kinds->held : 0),
		       (unsigned long long)(kinds ? dt_slots_bytes(&kinds->stubs) : 0),
		       (unsigned long long)(kinds ? dt_regions_bytes(kinds) : 0));
	dt_report_line(report, "last-arming sites %llu ns %llu", (unsigned long long)sites->last.armed,
		       (unsigned long long)sites->last.arm_ns);
	dt_report_line(report, "last-disarming sites %llu ns %llu", (unsigned long long)sites->last.disarmed,
		       (unsigned long long)sites->last.disarm_ns);
	dt_report_line(report, "last-switch sites %llu ns %llu", (unsigned long long)(kinds ? kinds->switched : 0),
		       (unsigned long long)(kinds ? kinds->switch_ns : 0));
	report->done = dt_report_end(report);
	os_mutex_unlock(&sites->lock);
}

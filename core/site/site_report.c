/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* site_report.c - what is armed in the kernel, for /proc/dtrace/. */
#include <dtrace/provider.h>

#include "core/entry.h"
#include "core/probe/probe.h"
#include "core/site/site.h"
#include "base/line.h"
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

struct report {
	const struct isa *isa;
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

	report->isa->insn_format(&site->insn, text, sizeof(text));
	bytes_text(bytes, site->insn.bytes, site->insn.len);
	n = dt_format_line(
		report->line, sizeof(report->line), "armed %016llx %s`%s %s fired %llu nested %lu %s len %u bytes %s ",
		(unsigned long long)site->insn.addr, dt_probe_name_part(attachment->probe, DT_PART_MODULE),
		dt_probe_name_part(attachment->probe, DT_PART_FUNCTION),
		dt_probe_name_part(attachment->probe, DT_PART_NAME), (unsigned long long)dt_site_fired(attachment),
		dt_probe_nested(attachment->probe), verdicts[site->insn.verdict & 3], site->insn.len, bytes);
	dt_strlcpy(report->line + n, text, sizeof(report->line) - n);
	report->emit(report->arg, report->line);
}

static void report_site(void *arg, struct dt_site *site)
{
	struct report *report = arg;
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
	struct dt_sites *sites = &dt_kernel_sites;

	if (!report) {
		emit(arg, "no memory for the report");
		return;
	}
	report->isa = sites->space->isa;
	report->provider = provider;
	report->emit = emit;
	report->arg = arg;
	os_mutex_lock(&sites->lock);
	dt_site_table_each(sites, report_site, report);
	os_mutex_unlock(&sites->lock);
	dt_format_line(report->line, sizeof(report->line), "sites %llu late %llu", (unsigned long long)report->sites,
		       (unsigned long long)sites->late);
	emit(arg, report->line);
	os_free(report);
}

void dt_sites_stats(void (*emit)(void *arg, const char *line), void *arg)
{
	struct dt_sites *sites = &dt_kernel_sites;
	char line[160];

	os_mutex_lock(&sites->lock);
	dt_format_line(line, sizeof(line), "sites %llu bytes-each %u bytes-table %llu bytes-slots %llu late %lu",
		       (unsigned long long)sites->live,
		       (unsigned int)(sizeof(struct dt_site) + sizeof(struct dt_site_attachment)),
		       (unsigned long long)dt_site_table_bytes(sites), (unsigned long long)dt_slots_bytes(sites),
		       sites->late);
	emit(arg, line);
	dt_format_line(line, sizeof(line), "last-arming sites %llu ns %llu", (unsigned long long)sites->last.armed,
		       (unsigned long long)sites->last.arm_ns);
	emit(arg, line);
	dt_format_line(line, sizeof(line), "last-disarming sites %llu ns %llu",
		       (unsigned long long)sites->last.disarmed, (unsigned long long)sites->last.disarm_ns);
	emit(arg, line);
	os_mutex_unlock(&sites->lock);
}

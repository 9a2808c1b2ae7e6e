/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - the lines of instr's report that follow its sites.
 *
 *   class NAME N refused N      instructions that the last wide description matched, and how many
 *                               of them cannot be sites
 *   refused REASON N            of the last description that was asked for
 *   probes N armed N
 */
#include "base/report.h"
#include "isa/isa.h"
#include "providers/instr/instr.h"

/* Few lines: one item. */
void instr_report(void *arg, struct dt_report *report)
{
	const struct instr_refusals *refused = &instr_state.refused;
	size_t i;

	dt_report_begin(report);
	for (i = 0; i < ISA_CLASS_COUNT; i++) {
		if (instr_state.counts[i].all)
			dt_report_line(report, "class %s %llu refused %llu", isa_class_name(i),
				       (unsigned long long)instr_state.counts[i].all,
				       (unsigned long long)instr_state.counts[i].refused);
	}
	for (i = 0; i < refused->count; i++)
		dt_report_line(report, "refused %s %llu", refused->of[i].reason,
			       (unsigned long long)refused->of[i].count);
	if (instr_state.failed != 0)
		dt_report_line(report, "refused %s %llu",
			       instr_state.failed == -OS_E2BIG ? "too-many-probes" : "no-memory",
			       (unsigned long long)instr_state.failed_count);
	dt_report_line(report, "probes %llu armed %llu", (unsigned long long)instr_state.probes,
		       (unsigned long long)instr_state.armed);
	report->done = dt_report_end(report);
}

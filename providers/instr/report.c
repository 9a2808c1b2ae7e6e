/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - the lines of instr's report that follow its sites.
 *
 *   class NAME N refused N      instructions that the last wide description matched, and how many
 *                               of them cannot be sites
 *   refused REASON N            of the last description that was asked for
 *   probes N armed N
 */
#include "base/line.h"
#include "isa/isa.h"
#include "providers/instr/instr.h"

void instr_report(void *arg, void (*emit)(void *emit_arg, const char *line), void *emit_arg)
{
	const struct instr_refusals *refused = &instr_state.refused;
	char line[320];
	size_t i;

	for (i = 0; i < ISA_CLASS_COUNT; i++) {
		if (!instr_state.counts[i].all)
			continue;
		dt_format_line(line, sizeof(line), "class %s %llu refused %llu", isa_class_name(i),
			       (unsigned long long)instr_state.counts[i].all,
			       (unsigned long long)instr_state.counts[i].refused);
		emit(emit_arg, line);
	}
	for (i = 0; i < refused->count; i++) {
		dt_format_line(line, sizeof(line), "refused %s %llu", refused->of[i].reason,
			       (unsigned long long)refused->of[i].count);
		emit(emit_arg, line);
	}
	if (instr_state.failed != 0) {
		dt_format_line(line, sizeof(line), "refused %s %llu",
			       instr_state.failed == -OS_E2BIG ? "too-many-probes" : "no-memory",
			       (unsigned long long)instr_state.failed_count);
		emit(emit_arg, line);
	}
	dt_format_line(line, sizeof(line), "probes %llu armed %llu", (unsigned long long)instr_state.probes,
		       (unsigned long long)instr_state.armed);
	emit(emit_arg, line);
}

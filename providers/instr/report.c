/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - what instr tells behind its sites.
 *
 *   class NAME N refused N      instructions that the last wide description meant, and how many of
 *   them can be no site by what they are
 *   refused REASON N            of the last description that was asked for
 *   probes N armed N
 */
#include "isa/isa.h"
#include "providers/instr/instr.h"
#include "providers/text.h"

void instr_report(void *arg, void (*emit)(void *emit_arg, const char *line), void *emit_arg)
{
	const struct instr_refusals *refused = &instr_state.refused;
	struct text_line line;
	size_t i;

	for (i = 0; i < ISA_CLASS_COUNT; i++) {
		if (!instr_state.counts[i].all)
			continue;
		line.used = 0;
		text_add(&line, "class ");
		text_add(&line, isa_class_name(i));
		text_add_sum(&line, " ", instr_state.counts[i].all);
		text_add_sum(&line, " refused ", instr_state.counts[i].refused);
		emit(emit_arg, line.text);
	}
	for (i = 0; i < refused->count; i++) {
		line.used = 0;
		text_add(&line, "refused ");
		text_add(&line, refused->of[i].reason);
		text_add_sum(&line, " ", refused->of[i].count);
		emit(emit_arg, line.text);
	}
	line.used = 0;
	text_add_sum(&line, "probes ", instr_state.probes);
	text_add_sum(&line, " armed ", instr_state.armed);
	emit(emit_arg, line.text);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/format.c - the formats by their rows of spec/oformat.def. */
#include "output/writers.h"

const struct ldt_output_format *ldt_output_format(const struct dtrace_hdl *dtp)
{
	switch (dtp->copts.output_format) {
	case LDT_OFORMAT_JSON:
		return &ldt_output_json;
	case LDT_OFORMAT_CSV:
		return &ldt_output_csv;
	case LDT_OFORMAT_FOLDED:
		return &ldt_output_folded;
	case LDT_OFORMAT_SPEEDSCOPE:
		return &ldt_output_speedscope;
	default:
		return NULL;
	}
}

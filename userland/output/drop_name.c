/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/drop_name.c - words for the kinds of losses, for programs. */
#include "output/output.h"

const char *dtrace_dropname(dtrace_dropkind_t kind)
{
	static const char *const names[] = {
		[DTRACEDROP_PRINCIPAL] = "principal",
		[DTRACEDROP_AGGREGATION] = "aggregation",
		[DTRACEDROP_DYNAMIC] = "dynamic",
		[DTRACEDROP_DYNRINSE] = "dynrinse",
		[DTRACEDROP_DYNDIRTY] = "dyndirty",
		[DTRACEDROP_SPEC] = "spec",
		[DTRACEDROP_SPECBUSY] = "specbusy",
		[DTRACEDROP_SPECUNAVAIL] = "specunavail",
		[DTRACEDROP_STKSTROVERFLOW] = "stkstroverflow",
		[DTRACEDROP_DBLERROR] = "dblerror",
		[DTRACEDROP_LATE] = "late",
		[DTRACEDROP_PLACES] = "places",
		[DTRACEDROP_PROCESSES] = "processes",
		[DTRACEDROP_OVERWRITTEN] = "overwritten",
		[DTRACEDROP_AGAIN] = "again",
		[DTRACEDROP_LOCKS] = "locks",
		[DTRACEDROP_REGISTERED] = "registered",
		[DTRACEDROP_TABLES] = "tables",
	};

	return (size_t)kind < DT_ARRAY_SIZE(names) ? names[kind] : "unknown";
}

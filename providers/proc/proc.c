/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* proc.c - the provider proc: processes and threads are made, execute, end, and get signals. The table is spec/providers/proc.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/proc.def"
#undef DT_DERIVED
};

static struct derived proc = { .name = "proc", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_proc_init(void)
{
	return derived_register(&proc);
}

void dt_provider_proc_fini(void)
{
	derived_unregister(&proc);
}

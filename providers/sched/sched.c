/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sched.c - the provider sched: threads come to a CPU, leave it, wait, are woken. The table is spec/providers/sched.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/sched.def"
#undef DT_DERIVED
};

static struct derived sched = { .name = "sched", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_sched_init(void)
{
	return derived_register(&sched);
}

void dt_provider_sched_fini(void)
{
	derived_unregister(&sched);
}

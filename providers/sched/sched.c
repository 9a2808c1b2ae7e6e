/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sched.c - the provider sched: threads and the CPUs that they run on. The table is spec/providers/sched.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/sched.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(sched)

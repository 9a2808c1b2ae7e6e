/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* proc.c - the provider proc: processes, threads, signals. The table is spec/providers/proc.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/proc.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(proc)

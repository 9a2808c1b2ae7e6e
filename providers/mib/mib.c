/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mib.c - the provider mib: what the counters of the network's protocols count. The table is spec/providers/mib.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/mib.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(mib)

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* kmem.c - the provider kmem: memory that the kernel allocates for itself. The table is spec/providers/kmem.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/kmem.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(kmem)

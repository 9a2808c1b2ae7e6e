/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* kmem.c - the provider kmem: the kernel allocates memory for itself, and frees it. The table is spec/providers/kmem.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/kmem.def"
#undef DT_DERIVED
};

static struct derived kmem = { .name = "kmem", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_kmem_init(void)
{
	return derived_register(&kmem);
}

void dt_provider_kmem_fini(void)
{
	derived_unregister(&kmem);
}

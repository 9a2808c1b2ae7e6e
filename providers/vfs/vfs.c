/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* vfs.c - the provider vfs: names that are looked up, and changes of directories. The table is spec/providers/vfs.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/vfs.def"
#undef DT_DERIVED
};

static struct derived vfs = { .name = "vfs", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_vfs_init(void)
{
	return derived_register(&vfs);
}

void dt_provider_vfs_fini(void)
{
	derived_unregister(&vfs);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fsinfo.c - the provider fsinfo: operations on open files, of every file system. The table is spec/providers/fsinfo.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/fsinfo.def"
#undef DT_DERIVED
};

static struct derived fsinfo = { .name = "fsinfo", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_fsinfo_init(void)
{
	return derived_register(&fsinfo);
}

void dt_provider_fsinfo_fini(void)
{
	derived_unregister(&fsinfo);
}

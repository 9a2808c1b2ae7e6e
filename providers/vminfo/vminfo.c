/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * vminfo.c - the provider vminfo: what memory does: faults, pages that come and go, memory that is
 * searched for pages to free. The table is spec/providers/vminfo.def.
 */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/vminfo.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(vminfo)

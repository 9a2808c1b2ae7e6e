/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fsinfo.c - the provider fsinfo: operations on open files. The table is spec/providers/fsinfo.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/fsinfo.def"
#undef DT_DERIVED
};

DERIVED_PROVIDER(fsinfo)

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* io.c - the provider io: transfers to and from disks begin and end. The table is spec/providers/io.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/io.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(io, .begin = os_adapters_io_begin, .end = os_adapters_io_end, .add_report = os_adapters_io_report)

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sysinfo.c - the provider sysinfo: what the system is asked for: bytes read and written, new
 * processes, names, interrupts, switches of threads. The table is spec/providers/sysinfo.def.
 */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/sysinfo.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(sysinfo)

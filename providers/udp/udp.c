/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* udp.c - the provider udp: datagrams. The table is spec/providers/udp.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/udp.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(udp)

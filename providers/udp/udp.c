/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* udp.c - the provider udp: datagrams. The table is spec/providers/udp.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/udp.def"
#undef DT_DERIVED
};

DERIVED_PROVIDER(udp)

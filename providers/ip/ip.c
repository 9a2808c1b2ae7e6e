/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ip.c - the provider ip: packets of every protocol on top of it. The table is spec/providers/ip.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/ip.def"
#undef DT_DERIVED
};

DERIVED_PROVIDER(ip)

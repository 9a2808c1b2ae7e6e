/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* udp.c - the provider udp: datagrams. The table is spec/providers/udp.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/udp.def"
#undef DT_DERIVED
};

static struct derived udp = { .name = "udp", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_udp_init(void)
{
	return derived_register(&udp);
}

void dt_provider_udp_fini(void)
{
	derived_unregister(&udp);
}

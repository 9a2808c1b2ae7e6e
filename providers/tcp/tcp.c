/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tcp.c - the provider tcp: connections and their packets. The table is spec/providers/tcp.def. */
#include "base/errno.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED DERIVED_ROW
#include "spec/providers/tcp.def"
#undef DT_DERIVED
};

static struct derived tcp = { .name = "tcp", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

int dt_provider_tcp_init(void)
{
	return derived_register(&tcp);
}

void dt_provider_tcp_fini(void)
{
	derived_unregister(&tcp);
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* nfsv3.c - the provider nfsv3: what a server of NFS version 3 is asked for. The table is spec/providers/nfsv3.def. */
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/nfsv3.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

DERIVED_PROVIDER(nfsv3, .begin = os_adapters_nfsv3_begin, .end = os_adapters_nfsv3_end,
		 .add_report = os_adapters_nfsv3_report)

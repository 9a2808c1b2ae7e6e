/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ip.c - the provider ip: packets of every protocol on top of it. The table is spec/providers/ip.def.
 *
 * A packet is sent where the firewall has let it pass, in ip_finish_output(). In a kernel without
 * programs of cgroups that function does so little that it is part of its callers; the symbol is
 * there, as the firewall may call it later. There ip_output() and the like tell it, before the
 * firewall.
 */
#include "base/text.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/ip.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

static bool one_of(const char *name, const char *const *names)
{
	while (*names && !dt_str_same(name, *names))
		names++;
	return *names != NULL;
}

static const char *refusal(const struct derived_row *row, const char *why)
{
	static const char *const finish[] = { "ip_finish_output", "ip6_finish_output", NULL };
	static const char *const output[] = { "ip_output", "ip_mc_output", "ip6_output", NULL };
	bool finishes = one_of(row->function, finish);

	if (!finishes && !one_of(row->function, output))
		return why;
	return derived_kernel_has("__cgroup_bpf_run_filter_skb") == finishes ? why : DERIVED_ANOTHER;
}

DERIVED_PROVIDER(ip, .refusal = refusal)

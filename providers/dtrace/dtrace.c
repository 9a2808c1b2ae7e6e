/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dtrace.c - the provider of BEGIN, END and ERROR. The framework fires them itself, for one
 * consumer at a time, so there is nothing to arm here.
 *
 * ERROR's arguments: arg1 EPID, arg2 action index, arg3 DIF offset, arg4 fault, arg5 address or other datum.
 */
#include <dtrace/provider.h>

#include "providers/providers.h"

static struct dt_provider *provider;

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_STABLE, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_STABLE, DTRACE_CLASS_COMMON, 0 },
	.args = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_STABLE, DTRACE_CLASS_COMMON, 0 },
};

static void dtrace_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		requests[i].refused = NULL;
}

static void dtrace_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
}

static enum dt_scope dtrace_scope(void *probe_arg)
{
	return DT_SCOPE_ANYWHERE;
}

static const struct dt_provider_ops ops = {
	.scope = dtrace_scope,
	.enable = dtrace_enable,
	.disable = dtrace_disable,
};

static int dtrace_make(enum dt_special_probe which, const char *name)
{
	int id = dt_probe_create(provider, "", "", name, 0, NULL);

	if (id < 0)
		return id;
	dt_probe_special(which, (dt_probe_id_t)id);
	return 0;
}

int dt_provider_dtrace_init(void)
{
	int error = dt_provider_register("dtrace", &attributes, &ops, NULL, &provider);

	if (error != 0)
		return error;
	error = dtrace_make(DT_SPECIAL_BEGIN, "BEGIN");
	if (error == 0)
		error = dtrace_make(DT_SPECIAL_END, "END");
	if (error == 0)
		error = dtrace_make(DT_SPECIAL_ERROR, "ERROR");
	if (error != 0)
		dt_provider_dtrace_fini();
	return error;
}

void dt_provider_dtrace_fini(void)
{
	dt_probe_special(DT_SPECIAL_BEGIN, DTRACE_IDNONE);
	dt_probe_special(DT_SPECIAL_END, DTRACE_IDNONE);
	dt_probe_special(DT_SPECIAL_ERROR, DTRACE_IDNONE);
	dt_provider_unregister(provider);
	provider = NULL;
}

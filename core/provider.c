/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* provider.c - the registry of providers. */
#include "core/provider.h"

#include "core/framework.h"
#include "core/match.h"
#include "core/names.h"
#include "core/probe.h"
#include "os/os.h"

struct dt_provider *dt_provider_find(const char *name)
{
	const struct dt_name *interned = dt_name_find(name);
	struct dt_provider *provider;

	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->name == interned)
			return provider;
	}
	return NULL;
}

void dt_providers_provide(const struct dtrace_probedesc *pattern)
{
	struct dt_provider *provider;

	DT_ASSERT(dt_framework_held());
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->ops->provide != NULL && dt_match_field(pattern->provider, provider->name->text))
			provider->ops->provide(provider->arg, pattern);
	}
}

static int provider_create(const char *name, const struct dtrace_pattr *attr, const struct dt_provider_ops *ops,
			   void *arg, struct dt_provider **ret)
{
	struct dt_provider *provider, **link;

	if (dt_provider_find(name) != NULL)
		return -OS_EEXIST;
	provider = os_alloc(sizeof(*provider));
	if (provider == NULL)
		return -OS_ENOMEM;
	provider->name = dt_name_get(name, DTRACE_PROVNAMELEN);
	if (provider->name == NULL) {
		os_free(provider);
		return -OS_ENOMEM;
	}
	provider->attr = *attr;
	provider->ops = ops;
	provider->arg = arg;
	for (link = &dt_framework.providers; *link != NULL; link = &(*link)->next)
		;
	*link = provider;
	*ret = provider;
	return 0;
}

int dt_provider_register(const char *name, const struct dtrace_pattr *attr, const struct dt_provider_ops *ops,
			 void *arg, struct dt_provider **ret)
{
	struct dt_provider *provider = NULL;
	bool taken = dt_framework_enter();
	int error = provider_create(name, attr, ops, arg, &provider);

	if (error == 0)
		*ret = provider;
	dt_framework_leave(taken);
	return error;
}

int dt_provider_unregister(struct dt_provider *provider)
{
	struct dt_provider **link;
	bool taken;

	if (provider == NULL)
		return 0;
	taken = dt_framework_enter();
	if (provider->armed_count > 0) {
		dt_framework_leave(taken);
		return -OS_EBUSY;
	}
	dt_probes_destroy(provider, NULL);
	for (link = &dt_framework.providers; *link != provider; link = &(*link)->next)
		;
	*link = provider->next;
	dt_name_put(provider->name);
	os_free(provider);
	dt_framework_leave(taken);
	return 0;
}

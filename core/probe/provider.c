/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* provider.c - the registry of providers. */
#include "core/probe/provider.h"

#include "core/framework/framework.h"
#include "core/probe/match.h"
#include "core/probe/names.h"
#include "base/text.h"
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

/* [F] Where refusals go while providers are asked. */
static struct dt_enable_result *refusals;

void dt_enable_refused(struct dt_enable_result *result, const char *name, uint64_t count)
{
	uint32_t some = (uint32_t)DT_MIN(count, (uint64_t)(UINT32_MAX - result->refused)), i;

	result->refused += some;
	for (i = 0; i < result->reasons; i++) {
		if (dt_strcmp(result->reason[i].name, name) == 0)
			break;
	}
	if (i == DTRACE_REASON_MAX)
		i = DTRACE_REASON_MAX - 1;
	if (i == result->reasons) {
		result->reason[i].name = i == DTRACE_REASON_MAX - 1 ? "other" : name;
		result->reason[i].count = 0;
		result->reasons++;
	}
	result->reason[i].count += some;
}

void dt_provide_refused(const char *reason, uint64_t count)
{
	DT_ASSERT(dt_framework_held());
	if (refusals != NULL)
		dt_enable_refused(refusals, reason, count);
}

void dt_provide_failed(int error, uint64_t count)
{
	dt_provide_refused(error == -OS_E2BIG ? "too-many-probes" : "no-memory", count);
	if (refusals != NULL && refusals->error == 0)
		refusals->error = error;
}

static bool asks(const struct dtrace_probedesc *pattern, bool own_only, const struct dt_provider *provider)
{
	if (own_only && provider->ops->scope == NULL)
		return false;
	if (provider->ops->named_only && !dt_desc_names_provider(pattern))
		return false;
	return provider->ops->provide != NULL && dt_match_field(pattern->provider, provider->name->text);
}

void dt_providers_provide(const struct dtrace_probedesc *pattern, bool own_only, struct dt_enable_result *result)
{
	struct dt_provider *provider;

	dt_providers_collect(result);
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (asks(pattern, own_only, provider))
			provider->ops->provide(provider->arg, pattern);
	}
	dt_providers_collect(NULL);
}

void dt_providers_provide_part(const struct dtrace_probedesc *pattern, bool own_only, uint64_t *position,
			       struct dt_enable_result *result)
{
	const struct dt_provider *provider;
	uint64_t start = *position;

	*position = 0;
	dt_providers_collect(result);
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (!asks(pattern, own_only, provider))
			continue;
		if (provider->ops->provide_part != NULL) {
			*position = start;
			provider->ops->provide_part(provider->arg, pattern, position);
		} else if (start == 0) {
			provider->ops->provide(provider->arg, pattern);
		}
	}
	dt_providers_collect(NULL);
}

bool dt_providers_denied(const struct dtrace_probedesc *pattern)
{
	const struct dt_provider *provider;

	if (!dt_desc_names_provider(pattern))
		return false;
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		if (provider->ops->scope == NULL && dt_match_field(pattern->provider, provider->name->text))
			return true;
	}
	return false;
}

void dt_providers_collect(struct dt_enable_result *result)
{
	DT_ASSERT(dt_framework_held());
	refusals = result;
}

/* [K] but for the start and the end of the one provider. */
static const struct dt_process_ops *process_ops;

void dt_process_provider(const struct dt_process_ops *ops)
{
	process_ops = ops;
}

const struct dt_process_ops *dt_process_ops(void)
{
	return process_ops;
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

static void provider_free(struct dt_provider *provider)
{
	dt_name_put(provider->name);
	os_free(provider);
}

void dt_provider_forget_probe(struct dt_provider *provider)
{
	if (--provider->gone_count == 0 && provider->unregistered)
		provider_free(provider);
}

void dt_provider_remove(struct dt_provider *provider)
{
	struct dt_provider **link;

	for (link = &dt_framework.providers; *link != provider; link = &(*link)->next)
		;
	*link = provider->next;
	provider->unregistered = true;
	if (provider->gone_count == 0)
		provider_free(provider);
}

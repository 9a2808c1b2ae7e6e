/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* engine/provider_stability.c - stability of providers and of probe descriptions: from the engine
 * for its providers, and programs declare (#pragma D attributes ... provider). */
#include <errno.h>
#include <string.h>

#include "engine/engine.h"

struct ldt_provattr *ldt_provider_declared(const struct dtrace_hdl *dtp, const char *name)
{
	struct ldt_provattr *entry = dtp->provattrs;

	while (entry && strcmp(entry->name, name))
		entry = entry->next;
	return entry;
}

struct dtrace_pattr ldt_provider_unknown(void)
{
	static const struct dtrace_attribute attr = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE,
						      DTRACE_CLASS_COMMON, 0 };

	return (struct dtrace_pattr){ attr, attr, attr, attr, attr };
}

static int ask_engine(struct dtrace_hdl *dtp, const char *name, struct dtrace_pattr *ret)
{
	struct dtrace_providerdesc desc;
	int error;

	memset(&desc, 0, sizeof(desc));
	snprintf(desc.name, sizeof(desc.name), "%s", name);
	error = dtp->engine ? ldt_ioctl(dtp, DTRACEIOC_PROVIDER, &desc) : ENOENT;
	if (!error)
		*ret = desc.attr;
	return error;
}

int ldt_provider_attr(struct dtrace_hdl *dtp, const char *name, struct dtrace_pattr *ret)
{
	const struct ldt_provattr *declared = ldt_provider_declared(dtp, name);

	if (!declared)
		return ask_engine(dtp, name, ret);
	*ret = declared->attr;
	return 0;
}

static struct dtrace_attribute attr_min(struct dtrace_attribute a, struct dtrace_attribute b)
{
	return (struct dtrace_attribute){ .name = DT_MIN(a.name, b.name),
					  .data = DT_MIN(a.data, b.data),
					  .dclass = DT_MIN(a.dclass, b.dclass) };
}

static bool is_exact(const char *field)
{
	return *field && !strpbrk(field, "*?[\\");
}

/* The least of the fields that are given; without one provider's name, those of an unknown provider. */
struct dtrace_attribute ldt_probe_attr(const struct dtrace_probedesc *desc, const struct dtrace_pattr *attr)
{
	struct dtrace_attribute ret = attr->provider;

	if (is_exact(desc->module))
		ret = attr_min(ret, attr->module);
	if (is_exact(desc->function))
		ret = attr_min(ret, attr->function);
	if (is_exact(desc->name))
		ret = attr_min(ret, attr->name);
	return ret;
}

struct dtrace_attribute ldt_probedesc_attr(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc)
{
	struct dtrace_pattr attr;

	if (!is_exact(desc->provider) || ldt_provider_attr(dtp, desc->provider, &attr))
		attr = ldt_provider_unknown();
	return ldt_probe_attr(desc, &attr);
}

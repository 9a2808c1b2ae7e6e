/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* libdtrace/usdt.c - probes of programs: headers and objects for the providers that a handle's programs define. */
#include "compiler/compiler.h"
#include "handle/handle.h"
#include "usdt/usdt.h"

/* The definitions; -1 when there is none, too. */
static int definitions(dtrace_hdl_t *dtp, const struct ldt_usdt_provider **ret)
{
	if (ldt_providers_describe(dtp, ret))
		return -1;
	return *ret ? 0 : ldt_set_errno(dtp, EDT_NOPROVIDER);
}

int dtrace_program_header(dtrace_hdl_t *dtp, FILE *out, const char *name)
{
	const struct ldt_usdt_provider *providers;

	if (definitions(dtp, &providers))
		return -1;
	ldt_usdt_write_header(out, name, providers);
	return ferror(out) ? ldt_set_errno(dtp, EDT_IO) : 0;
}

int dtrace_program_link(dtrace_hdl_t *dtp, const char *file, unsigned int bits, int object_count, char *const objects[])
{
	struct ldt_usdt_link link = { file, bits, (const char *const *)objects, (size_t)object_count };
	const struct ldt_usdt_provider *providers;
	char why[1024];

	if (definitions(dtp, &providers))
		return -1;
	if (ldt_usdt_write_object(providers, &link, why, sizeof(why)))
		return ldt_set_error(dtp, EDT_USDT, "%s", why);
	return 0;
}

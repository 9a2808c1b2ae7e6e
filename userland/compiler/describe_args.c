/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/describe_args.c - types of the arguments of probes, for listings. */
#include <errno.h>

#include "compiler/compilation.h"
#include "compiler/driver.h"
#include "compiler/library.h"
#include "compiler/probe_args.h"
#include "compiler/session.h"
#include "types/types.h"

static void describe(struct ldt_comp *c, void *arg)
{
	struct dtrace_argdesc *desc = arg;
	struct dtrace_probedesc probe;
	struct ldt_arg found;

	desc->mapping = DTRACE_ARGNONE;
	if (dtrace_id2desc(c->dtp, desc->probe, &probe))
		return;
	found.flags = 0;
	if (!ldt_arg_of(c, &probe, desc->index, &found)) {
		desc->flags = found.flags;
		return;
	}
	desc->flags = found.flags;
	desc->mapping = found.mapping;
	ldt_type_name(found.type, desc->native, sizeof(desc->native));
	if (found.translated)
		ldt_type_name(found.translated, desc->translated, sizeof(desc->translated));
}

int dtrace_probe_arg(dtrace_hdl_t *dtp, dtrace_id_t id, unsigned int index, dtrace_argdesc_t *ret)
{
	struct dtrace_argdesc desc = { .probe = id, .index = index };
	struct dtrace_probedesc probe;

	if (!dtp->compiler)
		dtp->compiler = ldt_compiler_create(dtp);
	if (!dtp->compiler)
		return ldt_set_errno(dtp, ENOMEM);
	/* a provider may say types that only the D library has */
	if (dtrace_id2desc(dtp, id, &probe) || ldt_want_libraries(dtp) || ldt_compiler_call(dtp, describe, &desc))
		return -1;
	*ret = desc;
	return 0;
}

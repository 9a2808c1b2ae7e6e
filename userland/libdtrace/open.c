/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* libdtrace/open.c - the handle: made, given an engine, taken down. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compiler.h"
#include "consumer/consumer.h"
#include "engine/engine.h"
#include "program/program.h"
#include "symbols/symbols.h"
#include "tracee/tracee.h"

dtrace_hdl_t *dtrace_open(int version, int flags, int *error_ret)
{
	struct dtrace_hdl *dtp;
	int error;

	if (version < 1 || version > DTRACE_VERSION) {
		if (error_ret)
			*error_ret = EDT_VERSION;
		return NULL;
	}
	dtp = calloc(1, sizeof(*dtp));
	if (!dtp) {
		if (error_ret)
			*error_ret = EDT_NOMEM;
		return NULL;
	}
	ldt_handle_options_init(dtp);
	dtp->conf.word_size = flags & DTRACE_O_ILP32 ? 4 : flags & DTRACE_O_LP64 ? 8 : sizeof(void *);
	dtp->consume = ldt_consume_create(dtp);
	dtp->aggregate = ldt_aggregate_create();
	error = dtp->consume && dtp->aggregate ? ldt_engine_choose(dtp, flags) : EDT_NOMEM;
	if (error) {
		dtrace_close(dtp);
		if (error_ret)
			*error_ret = error;
		return NULL;
	}
	return dtp;
}

void dtrace_close(dtrace_hdl_t *dtp)
{
	if (!dtp)
		return;
	ldt_engine_close(dtp);
	ldt_consume_destroy(dtp->consume);
	ldt_aggregate_destroy(dtp->aggregate);
	ldt_ksyms_destroy(dtp->ksyms);
	ldt_usyms_destroy(dtp->usyms);
	ldt_tracees_destroy(dtp->tracees);
	while (dtp->programs) {
		struct dtrace_prog *prog = dtp->programs;

		dtp->programs = prog->next;
		ldt_prog_destroy(prog);
	}
	ldt_compiler_destroy(dtp->compiler);
	ldt_printed_destroy(dtp->printed);
	ldt_aggregation_names_destroy(dtp);
	ldt_demangle_destroy(dtp->demangler);
	ldt_handle_options_fini(dtp);
	free(dtp->errmsg);
	free((char *)dtp->errplace.file);
	free(dtp);
}

void dtrace_dump_to(dtrace_hdl_t *dtp, FILE *out)
{
	dtp->dump = out;
}

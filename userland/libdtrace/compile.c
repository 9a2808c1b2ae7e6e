/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* libdtrace/compile.c - texts and files to programs of a handle. */
#include <stdlib.h>

#include "compiler/compiler.h"
#include "program/program.h"

static void program_keep(struct dtrace_hdl *dtp, struct dtrace_prog *prog)
{
	for (struct dtrace_prog *p = dtp->programs; p; p = p->next) {
		if (p == prog)
			return;
	}
	prog->next = dtp->programs;
	dtp->programs = prog;
}

static dtrace_prog_t *program_make(struct dtrace_hdl *dtp, const char *text, FILE *file, dtrace_probespec_t spec,
				   unsigned int flags, int argc, char *const argv[])
{
	struct dtrace_prog *prog = ldt_compile(dtp, text, file, NULL, spec, flags, argc, argv);
	size_t size;

	if (!prog)
		return NULL;
	program_keep(dtp, prog);
	if (dtp->dump && ((flags & DTRACE_C_DIFV) || dtp->copts.verbose_dif || dtp->copts.dump_dif))
		ldt_prog_print(prog, dtp->dump);
	if (dtp->copts.dump_dof)
		free(ldt_dof_create(dtp, prog, LDT_DOF_DUMP, &size));
	return prog;
}

dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *dtp, const char *text, dtrace_probespec_t spec,
					 unsigned int flags, int argc, char *const argv[])
{
	return program_make(dtp, text, NULL, spec, flags, argc, argv);
}

dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *dtp, FILE *file, unsigned int flags, int argc, char *const argv[])
{
	return program_make(dtp, NULL, file, DTRACE_PROBESPEC_NONE, flags, argc, argv);
}

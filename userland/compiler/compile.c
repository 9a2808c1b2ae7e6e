/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/compile.c - the way in: the D library is compiled before the first program. */
#include "compiler/compiler.h"
#include "compiler/driver.h"
#include "compiler/library.h"
#include "compiler/session.h"
#include "program/program.h"

struct dtrace_prog *ldt_compile(struct dtrace_hdl *dtp, const char *text, FILE *file, const char *file_name,
				enum dtrace_probespec spec, unsigned int flags, int argc, char *const argv[])
{
	struct ldt_input input = { text, file, file_name, spec, false };

	if (!dtp->compiler)
		dtp->compiler = ldt_compiler_create(dtp);
	if (!dtp->compiler)
		return NULL;
	if (!(flags & DTRACE_C_NOLIBS) && ldt_want_libraries(dtp))
		return NULL;
	return ldt_compile_input(dtp, &input, flags, argc, argv);
}

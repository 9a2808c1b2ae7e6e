/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* handle/demangle_static.c - names of C++ in a program that is linked statically: they stay as they are. */
#include "handle/demangle.h"

#include "handle/handle.h"

int ldt_demangle_enable(struct dtrace_hdl *dtp)
{
	ldt_set_error(dtp, EDT_OPTION,
		      "names of C++ need the C++ library, and this program is linked statically and can load none");
	return EDT_OPTION;
}

const char *ldt_demangled(struct dtrace_hdl *dtp, const char *name)
{
	return name;
}

void ldt_demangle_destroy(struct ldt_demangler *demangler)
{
}

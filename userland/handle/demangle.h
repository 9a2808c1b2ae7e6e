/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * handle/demangle.h - names of C++ as they are in the source (-x demangle): _ZN5shape4areaEi is shape::area(int).
 *
 * The C++ library knows how: its __cxa_demangle() is looked up when the option is set, so that nothing needs that
 * library without it. A program that is linked statically can load none (demangle_static.c): the option is refused.
 *
 * Names are data of the process that is traced. A short one can stand for gigabytes of text, by parts that say "what
 * was there before, twice". Such names, and texts for which there is no room in a line, stay as they are.
 */
#ifndef LDT_HANDLE_DEMANGLE_H
#define LDT_HANDLE_DEMANGLE_H

struct dtrace_hdl;
struct ldt_demangler;

#define LDT_DEMANGLED_MAX 900 /* bytes of a text; beside it there is room for its object and an offset */

/*
 * ldt_demangle_enable - from now on names of C++ are demangled.
 * return:  0, or EDT_NOMEM, or EDT_OPTION with the text set: why it cannot be done here.
 * context: loads a library, once for a handle.
 */
int ldt_demangle_enable(struct dtrace_hdl *dtp);
/*
 * ldt_demangled - a name as it is printed.
 * args:    @name: NULL: there is none.
 * return:  @name itself when it is no name of C++ or the option is not set; else the handle's text, until the next
 *          call.
 */
const char *ldt_demangled(struct dtrace_hdl *dtp, const char *name);
/* ldt_demangle_destroy - NULL: nothing to do. */
void ldt_demangle_destroy(struct ldt_demangler *demangler);

#endif

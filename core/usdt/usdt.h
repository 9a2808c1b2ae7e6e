/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt.h - probes of programs. Arguments: argument programs (<dtrace/usdt.h>) are checked once, when a
 * consumer hands them in, and evaluated in each firing that reads one. Probes that a program registers
 * at run time (<dtrace/helper.h>): their DOF is read once, and kept as what a provider is asked for.
 */
#ifndef CORE_USDT_H
#define CORE_USDT_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/helper.h>
#include <dtrace/provider.h>
#include <dtrace/usdt.h>

#include "isa/isa.h"

/*
 * dt_usdt_arg_is_valid - whether an argument program from userland may be evaluated: known kind,
 * size and flags, registers that this CPU has, nothing in members that its kind does not use.
 * context: any.
 */
bool dt_usdt_arg_is_valid(const struct dtrace_usdt_arg *arg);

/* dt_usdt_arg_get() is declared in dtrace/provider.h. */

/*
 * dt_usdt_provider_error - whether a program may have a provider of this name. The number of the process is not in it.
 * return:  0; -OS_ENAMETOOLONG there is no room for the number after it; -OS_EILSEQ it has a character that is not
 *          allowed in names, or it is `pid` and digits. "" gives 0: the caller decides about that.
 * context: any.
 */
int dt_usdt_provider_error(const char *name);

/* ---- what programs register ------------------------------------------------------------------- */

struct dt_helper_provider {
	const char *name; /* without the number */
	struct dtrace_pattr attr;
};

/* One object that was registered. Constant, but for the generation, which is set once. */
struct dt_helper {
	uint32_t references; /* [A] */
	int generation;
	struct dt_helper_provider *providers;
	uint32_t provider_count;
	struct dt_process_probe *probes; /* provider: a name of @providers */
	uint32_t probe_count, site_count, argument_count;
	char module[DTRACE_MODNAMELEN];
	size_t size; /* bytes, all in all */
	void *dof;   /* the names are there */
};

/*
 * dt_helper_make - read the DOF of an object.
 * args:    @dof of @size bytes, of os_alloc(): the helper's if there is one; @from: mod, addr, and dof, the
 *          address that the DOF has in the program.
 * return:  0 and *@ret, with one reference; an error of dtrace/helper.h: nothing is kept.
 * context: process.
 */
int dt_helper_make(void *dof, size_t size, const struct dof_helper *from, struct dt_helper **ret);

/* dt_helper_put - one reference less. Context: process. */
void dt_helper_put(struct dt_helper *helper);

/* All that one memory has registered, the oldest first. */
struct dt_helpers {
	uint32_t references; /* [A] */
	uint32_t count;
	struct dt_helper *all[];
};

/*
 * dt_helpers_with, dt_helpers_without - what @old (NULL: nothing) and @helper are together, as a new list, which has a
 * reference to @helper of its own; what is left of @old (*@ret is NULL: nothing).
 * return:  0 and *@ret, with one reference; -OS_ENOSPC; -OS_ENOENT; -OS_ENOMEM. context: process.
 */
int dt_helpers_with(const struct dt_helpers *old, struct dt_helper *helper, struct dt_helpers **ret);
int dt_helpers_without(const struct dt_helpers *old, int generation, struct dt_helpers **ret);

/* dt_helpers_have - whether an object is in the list (NULL: of nothing). Context: any. */
bool dt_helpers_have(const struct dt_helpers *helpers, const struct dt_helper *helper);

#endif

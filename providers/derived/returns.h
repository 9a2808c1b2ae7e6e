/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * returns.h - a function returns: where that can be seen.
 *
 * Theory. A function is left by a return, where its value is, or by a jump to another function, which
 * returns in its place. So the exits of that function are exits of the first, too; whether a firing
 * there means the first function or a call of the other one the stash tells: only the first one's
 * entry put something there, with the stack pointer that this return has.
 *
 *      mutex_lock:   entry ..... ret                     exits: this ret,
 *                          ..... jmp slow_path
 *      slow_path:    ..... ret                                  and this one
 *
 * A jump by a register, or to code where no site can be, is not followed: the call is lost, which is
 * counted, and its entry is taken out of the stash.
 *
 * A function with an exit where no site can be has no such probe: it would miss returns.
 */
#ifndef PROVIDERS_DERIVED_RETURNS_H
#define PROVIDERS_DERIVED_RETURNS_H

#include "providers/derived/place.h"

/*
 * derived_returns_find - the exits of a function, into place->exits, inside and sites; place->entry
 * is filled in already.
 * args:    @func borrowed; its strings are not used.
 * return:  0; -OS_ENOMEM; -OS_ENOENT and *@why a constant: it has no such probe.
 * context: process, may sleep; not while functions are walked through.
 */
int derived_returns_find(struct derived_place *place, const struct os_func *func, const char **why);

/* derived_returns_entered - the function of a place of that kind was entered. Context: probe context. */
uint32_t derived_returns_entered(struct dt_site_attachment *entry, struct dt_firing *firing);

#endif

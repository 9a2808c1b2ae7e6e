/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * rights.h - what a consumer may do with the rights of its descriptor. docs/rights.md is this for people.
 *
 * Theory. The operating system finds out the rights when the device is opened (os/subject.h). A consumer that has
 * all of them is asked nothing any more. Another one is limited:
 *
 *      listing, matching   a probe has a scope (dtrace/provider.h): the kernel's it does not see, those of a
 *                          process only of one that it has opened (the system asks ptrace's rule then)
 *      enabling            the program's variables, subroutines and actions: spec/right.def, KERNEL
 *      each firing         is passed over, and not counted, in a process that is not its own; BEGIN, END, ERROR and
 *                          tick fire anywhere, and have a fault where they would tell something of such a
 *                          process: spec/right.def, PROCESS
 *      each load           kernel memory other than the program's own: a fault
 *      memory              DT_RIGHTS_MEMORY of buffers and variables for all consumers of a user together
 *
 * A consumer in a pid namespace of its own is limited in another way: numbers of processes are those of the
 * namespace, wherever a program sees or names them.
 */
#ifndef CORE_RIGHTS_H
#define CORE_RIGHTS_H

#include <dtrace/action.h>
#include <dtrace/compiler.h>
#include <dtrace/dif.h>

#include "os/subject.h"

#define DT_RIGHTS_MEMORY (64ull << 20) /* bytes, of all consumers of one user without OS_RIGHT_KERNEL */
#define DT_RIGHTS_OPENED 16u           /* consumers of such a user at a time */

/* What something needs. */
enum dt_need {
	DT_NEED_NOTHING,
	DT_NEED_PROCESS, /* the process that fires is the consumer's own, else a fault: UPRIV */
	DT_NEED_KERNEL,  /* OS_RIGHT_KERNEL, else the program is refused */
};

/*
 * dt_need_of_* - of a built-in variable, a subroutine, an action; NOTHING of a number that is none.
 * context: any, probe context included.
 */
enum dt_need dt_need_of_variable(uint32_t id);
enum dt_need dt_need_of_subr(uint32_t subr);
enum dt_need dt_need_of_action(uint32_t kind);

/*
 * dt_rights_name_* - how D calls it, for a message ("curthread", "stack"). Context: any.
 */
const char *dt_rights_variable_name(uint32_t id);
const char *dt_rights_subr_name(uint32_t subr);
const char *dt_rights_action_name(uint32_t kind);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * helper.h - /dev/dtrace/helper: programs register probes that they have made at run time. Anybody may, for
 * the memory of the own process. Names that such programs know: <sys/dtrace.h>.
 *
 *      ADDDOF (struct dof_helper), ADD (address of DOF alone) --> a generation, above 0
 *      REMOVE (generation) ---------------------------------> 0
 *
 * All threads of the process have what it has registered, and so has a child of fork(). It goes with exec() and
 * with the end of the process.
 *
 * Errors (errno). After an error nothing is registered that was not before:
 *
 *      EFAULT        the structure, or the DOF, is not in memory
 *      ENOEXEC       it is no DOF of this machine: magic number, data model, byte order, version
 *      E2BIG         the DOF has more than DTRACE_HELPER_DOF_MAX bytes
 *      EINVAL        it is malformed: a section, an index or an offset leads nowhere
 *      EILSEQ        a name or a type has characters that none can have, or is empty
 *      ENAMETOOLONG  a name or a type is too long
 *      EOPNOTSUPP    it has no provider (actions of helpers are not known here), or this kernel lacks what
 *                    is needed to follow processes
 *      ENOSPC        a probe, or the process, has more than the limits below
 *      ENOMEM        no memory, or all processes together have more than DTRACE_HELPER_MEMORY
 *      ENOENT        REMOVE: the process has no such generation
 *      ENOTTY        another command
 */
#ifndef DTRACE_HELPER_H
#define DTRACE_HELPER_H

#include <stdint.h>

#include <dtrace/ioctl.h>

#define DTRACE_HELPER_DEVICE "/dev/dtrace/helper"

struct dof_helper {
	char mod[DTRACE_MODNAMELEN]; /* the module of its probes; cut where it has no NUL */
	uint64_t addr;               /* how far the object was moved: for relocations */
	uint64_t dof;                /* address of the DOF */
};

#define DTRACEHIOC(number)        (((uint32_t)'d' << 24) | ((uint32_t)'t' << 16) | ((uint32_t)'h' << 8) | (number))
#define DTRACEHIOC_ADD            DTRACEHIOC(1)
#define DTRACEHIOC_REMOVE         DTRACEHIOC(2)
#define DTRACEHIOC_ADDDOF         DTRACEHIOC(3)

#define DTRACE_HELPER_DOF_MAX     (1024u * 1024) /* bytes */
#define DTRACE_HELPER_PROVIDERS   32u            /* of a process, as all that follow */
#define DTRACE_HELPER_PROBES      4096u
#define DTRACE_HELPER_SITES       65536u
#define DTRACE_HELPER_ARGUMENTS   16384u                /* native ones, and those that programs of D see */
#define DTRACE_HELPER_PROBE_SITES 4096u                 /* of one probe */
#define DTRACE_HELPER_MEMORY      (64ull * 1024 * 1024) /* bytes, of all processes; what fork() shares is one */

#endif

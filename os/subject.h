/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subject.h - who traces: the credentials and the pid namespace of a process that has opened the tracer. Part of
 * the contract of os.h.
 *
 * Theory. What somebody may trace is found out once, when they open the device; the descriptor then has these
 * rights (core/rights). A process is the subject's own when the subject could trace it by ptrace(): the same user
 * and group in all of real, effective and saved, dumpable, no capability that the subject lacks. This
 * is looked at each time a probe fires in a process, so a process that changes its credentials, or executes a
 * set-id program, is not its own any more from that moment on.
 */
#ifndef OS_SUBJECT_H
#define OS_SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "os/os.h"

/* What a descriptor's rights are made of. */
enum os_right {
	OS_RIGHT_OWN = 1,    /* processes of one's own */
	OS_RIGHT_OTHERS = 2, /* processes of others */
	OS_RIGHT_KERNEL = 4, /* the kernel: its functions, events, memory, stacks and addresses */
};
#define OS_RIGHTS_ALL (OS_RIGHT_OWN | OS_RIGHT_OTHERS | OS_RIGHT_KERNEL)

struct os_subject;

/*
 * os_subject_self - the process that calls, as it is now.
 * args:    @rights of OS_RIGHT_*, kept with it.
 * return:  0 and *@ret for os_subject_free(); -OS_ENOMEM.
 * context: process.
 */
int os_subject_self(uint32_t rights, struct os_subject **ret);
void os_subject_free(struct os_subject *subject); /* NULL is accepted; no firing uses it */

/*
 * os_subject_rights - as given. os_subject_is_nested - its numbers of processes are not those of the initial
 * namespace. os_subject_is_self - whether the process that calls has the subject's credentials, all of
 * them. os_subject_is_same_user - whether two have one real user. Context: process.
 */
uint32_t os_subject_rights(const struct os_subject *subject);
bool os_subject_is_nested(const struct os_subject *subject);
bool os_subject_is_self(const struct os_subject *subject);
bool os_subject_is_same_user(const struct os_subject *one, const struct os_subject *other);

/*
 * os_subject_owns - whether the current process is one that the subject may trace (see above); with
 * OS_RIGHT_OTHERS any process, but no thread of the kernel.
 * context: probe context.
 */
bool os_subject_owns(const struct os_subject *subject);

/*
 * os_subject_fact - OS_FACT_PID, _TID, _PPID, _PGID or _SID as the subject's namespace numbers it; 0 when it has
 * no number there. os_subject_progeny - os_progeny() with such a number. Context: probe context.
 */
uint64_t os_subject_fact(const struct os_subject *subject, enum os_fact fact);
bool os_subject_progeny(const struct os_subject *subject, uint64_t pid);

/*
 * os_subject_number - the number that a process of the initial namespace has in the subject's.
 * return:  0 when there is none. context: process.
 */
uint64_t os_subject_number(const struct os_subject *subject, uint64_t pid);

#endif

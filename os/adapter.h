/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapter.h - what the arguments of a derived probe are made of. Part of the contract of os.h.
 *
 * Theory. A derived probe is a name that stays (proc:::exit) for a place in the kernel that does not:
 * a tracepoint, the entry of a function or its return. The tables spec/providers/NAME.def say which
 * place, and name an adapter: a function of the operating system, which knows the kernel's
 * structures. It gets the words that the place has, decides whether this is the event that the probe
 * means, and fills in the arguments of the probe: numbers, and addresses of the kernel's objects.
 * Translators of the D library do the rest, and only for members that a program uses.
 */
#ifndef OS_ADAPTER_H
#define OS_ADAPTER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Words of a place:
 *
 *     tp:      all arguments of the tracepoint (os/tracepoint.h)
 *     entry:   the first OS_ADAPTER_ENTRY_WORDS arguments of the function: so many are in registers on
 *              every CPU
 *     return:  the value, sign-extended from one machine word (of no meaning for a function of type
 *              void; of an int only 32 bits count); then the words that entry: has, as they were when
 *              the function was entered. The objects that they point to may be gone.
 *     syscall:NAME:entry    its six arguments
 *     syscall:NAME:return   the value, sign-extended, then the arguments
 */
#define OS_ADAPTER_ENTRY_WORDS                         3
#define OS_ADAPTER_RETURN_WORDS                        (1 + OS_ADAPTER_ENTRY_WORDS)
#define OS_ADAPTER_ARGS                                6               /* that an adapter may fill in */
#define OS_ADAPTER_AGAIN                               OS_ADAPTER_ARGS /* index of one word more */

/*
 * os_adapt_NAME - is it the event, and with which arguments.
 * args:    @in words of the place; @out OS_ADAPTER_ARGS words and one more, zeroes. What it points
 *          to stays until interrupts are on again. An adapter of a place that may tell of several
 *          events sets @out[OS_ADAPTER_AGAIN]: it is called once more when the probe has fired, with
 *          the @out that it left. An adapter of a DT_DERIVED_ALWAYS says yes whatever the words are, tells
 *          of one event, and depends on nothing that an earlier call has left: it is called only for an
 *          argument that a program uses.
 * return:  false: it is not, or there is no other; @out is of no meaning.
 * context: probe context, interrupts off.
 */
#define DT_DERIVED(function, name, hook, adapter, ...) bool os_adapt_##adapter(const uint64_t *in, uint64_t *out);
#define DT_DERIVED_ALWAYS                              DT_DERIVED
#include "spec/providers/ip.def"
#include "spec/providers/io.def"
#include "spec/providers/lockstat.def"
#include "spec/providers/proc.def"
#include "spec/providers/sched.def"
#include "spec/providers/tcp.def"
#include "spec/providers/udp.def"
#include "spec/providers/vminfo.def"
#include "spec/providers/sysinfo.def"
#include "spec/providers/fsinfo.def"
#include "spec/providers/vfs.def"
#include "spec/providers/kmem.def"
#include "spec/providers/mib.def"
#include "spec/providers/nfsv3.def"
#include "spec/providers/nfsv4.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS

/*
 * os_adapters_io_begin / os_adapters_io_end - memory for what io's adapters keep of transfers.
 * args:    begin is called before the first of its places is attached, end after the last is
 *          detached and no adapter runs any more.
 * return:  0, or -OS_ENOMEM.
 * context: process, may sleep.
 */
int os_adapters_io_begin(void);
void os_adapters_io_end(void);

/* os_adapters_io_report - add lines for people: what there was no room for. Context: process. */
struct dt_report;
void os_adapters_io_report(struct dt_report *report);

/* The same for nfsv3 and nfsv4; what they keep is calls, and begin also looks for the server's structures. */
int os_adapters_nfsv3_begin(void);
void os_adapters_nfsv3_end(void);
void os_adapters_nfsv3_report(struct dt_report *report);
int os_adapters_nfsv4_begin(void);
void os_adapters_nfsv4_end(void);
void os_adapters_nfsv4_report(struct dt_report *report);

/*
 * os_lock_waits_reset - forget waits for locks that were seen to begin: lockstat's first probe is
 * about to be armed. Context: process. os_lock_waits_lost - waits since then that were too many at once. Context: any.
 */
void os_lock_waits_reset(void);
unsigned long os_lock_waits_lost(void);

/* os_lock_function - whether a function of the kernel, by its name, is part of a lock. Context: process. */
bool os_lock_function(const char *name);

#endif

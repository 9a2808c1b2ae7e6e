/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/tracee.h - the processes that a handle traces. The one header of this room for others.
 *
 *      pid1234:libc.so.6:malloc:entry         python1234:::gc-start       pid*, python*: coming.c
 *         | process/: which places that means    | usdt/: which the program has defined
 *         v  in the process now                  v
 *      PROCESS (dtrace/ioctl.h), in batches --> the core makes the probes
 *         |
 *         v
 *      the description, with the names that the probes have --> matching, as for all others
 *
 * The library remembers its descriptions: each is looked up once for each process.
 */
#ifndef LDT_TRACEE_TRACEE_H
#define LDT_TRACEE_TRACEE_H

#include "handle/handle.h"

/* Why a description has no probes, or not all: an error tag of spec/errtags.def, and the message. */
struct ldt_tracee_error {
	enum ldt_errtag tag;
	char text[1024];
};

/* Called for each reason why sites are refused. */
typedef void ldt_tracee_refused_f(void *arg, const char *reason, uint32_t count);

/*
 * ldt_tracee_probes - make the probes that a description means in a process, if its provider is pidN, or
 * one that the program of process N defines.
 * args:    @desc: plain names in it become those that the probes have (libc: libc.so.6); @refused is
 *          called once for each process and description; @strict: a function or module that is not
 *          there is an error.
 * return:  false: *@error says why there are none. True for other providers, too.
 */
bool ldt_tracee_probes(struct dtrace_hdl *dtp, struct dtrace_probedesc *desc, bool strict,
		       ldt_tracee_refused_f *refused, void *arg, struct ldt_tracee_error *error);

/*
 * ldt_tracee_hint - for a provider that is not there, if its name ends with a number: what the process of
 * that number has.
 * return:  false: nothing can be said.
 */
bool ldt_tracee_hint(struct dtrace_hdl *dtp, const char *provider, char *text, size_t size);

/* ldt_target_pid - $target: the first process that was created or grabbed; 0: none. */
uint32_t ldt_target_pid(const struct dtrace_hdl *dtp);

/*
 * ldt_tracee_pid - the processes that are traced by name: those with probes, created or grabbed.
 * args:    @index from 0 on. return: the number of one; 0: no more. One process may come twice.
 */
uint32_t ldt_tracee_pid(const struct dtrace_hdl *dtp, size_t index);

/* ldt_tracee_is_coming - whether a description means processes that are not there yet. */
bool ldt_tracee_is_coming(const struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc);

/* Since tracing began. */
struct ldt_tracee_losses {
	uint64_t late;      /* how often a process went on before it was looked at */
	uint64_t refused;   /* places in what processes have mapped since that cannot be traced */
	uint64_t processes; /* ... that were not looked at: too many have probes already */
};

/*
 * ldt_tracees_watch - from now on, where the core can, processes wait until ldt_tracees_serve() has looked at what they
 * have mapped. ldt_tracees_watching - whether they do. ldt_tracees_serve - look at all that wait now.
 * return:  watch: 0, or -1 with the handle's error.
 */
int ldt_tracees_watch(struct dtrace_hdl *dtp);
bool ldt_tracees_watching(const struct dtrace_hdl *dtp);
void ldt_tracees_serve(struct dtrace_hdl *dtp);
struct ldt_tracee_losses ldt_tracees_losses(const struct dtrace_hdl *dtp);

/*
 * ldt_procs_check - tell of each process that has ended since the last time. Return: whether one has.
 * ldt_tracees_follow - processes that have loaded something since the last time get the probes that
 * the descriptions mean there: those of which the core does not tell.
 */
bool ldt_procs_check(struct dtrace_hdl *dtp);
void ldt_tracees_follow(struct dtrace_hdl *dtp);

void ldt_tracees_destroy(struct ldt_tracees *tracees);

#endif

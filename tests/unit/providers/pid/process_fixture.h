/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process_fixture.h - one process that can be traced, for tests of the provider of processes: the operating
 * system's part of it, and what a consumer hands in.
 */
#ifndef TESTS_PID_PROCESS_FIXTURE_H
#define TESTS_PID_PROCESS_FIXTURE_H

#include "core/site/site.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "providers/pid/pid.h"

#define PID   1234u
#define LIMIT 1000u

/* ---- the process ------------------------------------------------------------------------------ */

extern struct os_space process;                 /* it is open as long as process.sites is there */
extern bool memory_missing;                     /* its memory cannot be read by probes */
extern int open_error;                          /* of os_process_open() */
extern void (*watcher)(struct os_space *space); /* of os_process_watch() */
extern const struct dt_provider_ops *list_ops;  /* of the provider `pid` itself */

/* Setup and teardown of a test. */
int process_setup(void **state);
int process_teardown(void **state);

/* process_ends - its memory goes. */
void process_ends(void);

/* site_at - what is armed there, NULL: nothing. trap - a thread executes a break there. */
struct dt_site *site_at(uint64_t addr);
void trap(uint64_t addr, SAMPLE_REGS *file);

/* ---- what a consumer hands in ----------------------------------------------------------------- */

extern struct dtrace_processsite sites[DTRACE_PROCESS_SITES_MAX + 8];
extern struct dtrace_processpart parts[2];
extern struct dt_process_probe wanted; /* of these sites and parts */
extern uint32_t made, added;           /* by the last add_to() */

/* want - a probe of pid, without sites yet. want_site - another one: the instruction that is there now. */
void want(const char *module, const char *function, const char *name);
struct dtrace_processsite *want_site(uint64_t addr, int64_t offset, uint8_t flags);

/* hold, let_go - a consumer has the process, as long as it likes. add_to - it hands in what is wanted. */
void *hold(void);
void let_go(void *held);
int add_to(void *held, uint32_t limit);

#endif

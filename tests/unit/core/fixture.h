/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fixture.h - a core in this process for tests: os/host, the providers dtrace and profile, and a
 * provider "fake" that does as it is told.
 */
#ifndef TESTS_CORE_FIXTURE_H
#define TESTS_CORE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dtrace/ioctl.h>
#include <dtrace/option.h>
#include <dtrace/provider.h>

#include "core/entry.h"
#include "dof_builder.h"

/*
 * The provider "fake": probes fake:mod:func<N>:go, and fake:<module>:late<I>:go for each of the
 * late_count functions of a module that comes (os_host_module); those are number probe_count + I.
 */
struct fake {
	struct dt_provider *provider;
	unsigned int probe_count;
	struct dt_probe **probes; /* by N */
	unsigned int enable_calls, disable_calls;
	unsigned long enabled, disabled; /* probes */
	unsigned int refuse_every;       /* every n-th is refused as "fake-reason"; 0: none */
	bool *armed;                     /* by N */
	unsigned int late_count;         /* <= FAKE_LATE_MAX */
	bool on_demand;                  /* probes of modules are made only when a pattern asks for them */
	bool args_fault;                 /* arguments beyond the two of a firing cannot be had */
	unsigned int valueless_every;    /* every n-th has no arg1; 0: all have one */
	unsigned long destroyed;         /* probes of modules */
};
#define FAKE_LATE_MAX 2048
extern struct fake fake;

/* Setup and teardown of a group or a test. fixture_start: @cpus CPUs, @probes of the fake provider. */
void fixture_start(unsigned int cpus, unsigned int probes);
void fixture_end(void); /* fails the test when memory was not freed */

/* fake_set_scope - of its probes; at the start DT_SCOPE_KERNEL. fixture_start() does not change it. */
void fake_set_scope(enum dt_scope wanted);

/* fake_fire - fire probe N on this thread's CPU with arg0..1; fake_fire_on - on a certain CPU. */
void fake_fire(unsigned int n, uint64_t arg0, uint64_t arg1);
void fake_fire_on(unsigned int cpu, unsigned int n, uint64_t arg0, uint64_t arg1);

/*
 * fixture_wait - until @done(@arg) is true, however long that takes on a busy machine: looked at each
 * millisecond; the test fails after two minutes.
 */
void fixture_wait(bool (*done)(void *arg), void *arg);

/* fixture_ioctl - a command on a structure. fixture_enable - finish @b, ENABLE it, destroy it. */
int fixture_ioctl(struct dt_state *state, uint32_t command, void *arg);
int fixture_enable(struct dt_state *state, struct dof_builder *b, struct dtrace_enable *ret);
uint32_t fixture_go(struct dt_state *state);
uint32_t fixture_stop(struct dt_state *state);

/*
 * fixture_snap - BUFSNAP or AGGSNAP of one CPU into memory that the next call overwrites.
 * return: the data; *@size, and the description unless NULL.
 */
const uint8_t *fixture_snap(struct dt_state *state, uint32_t command, uint32_t cpu, size_t *size,
			    struct dtrace_bufdesc *desc);

/* fixture_records - how many records of @epid (0: of any) a principal snapshot holds, given by record size. */
size_t fixture_records(struct dt_state *state, const uint8_t *data, size_t size, uint32_t epid);

/* fixture_account - the ledger of an enabling; asserts that it balances. */
struct dtrace_account fixture_account(struct dt_state *state, uint32_t enabling);

/* fixture_aggregate - the sum over all CPUs of the first cell of aggregation @id's records. */
uint64_t fixture_aggregate(struct dt_state *state, uint32_t id);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer.h - a consumer's requests: programs are loaded, tracing starts and stops. The functions
 * that the operating system calls are in core/entry.h.
 */
#ifndef CORE_CONSUMER_H
#define CORE_CONSUMER_H

#include <stddef.h>
#include <stdint.h>

#include "core/entry.h"
#include "core/probe/probe.h"
#include "core/state/state.h"

/* ---- programs (consumer.c) ------------------------------------------------------------------- */

/*
 * dt_state_load - ENABLE: a DOF with programs, options or both.
 * args:    @data os_alloc'ed, taken over; *@result, *@reason_ret as dt_enabling_match, dt_plan_create.
 * return:  0 or a negative errno; -OS_EOPNOTSUPP: *@reason_ret says what cannot be done; -OS_EINTR:
 *          the process is about to be killed. After an error nothing of the program is left.
 * context: process, [S].
 */
int dt_state_load(struct dt_state *state, void *data, size_t size, struct dt_enable_result *result,
		  const char **reason_ret);

/* ---- limited consumers (limits.c) ------------------------------------------------------------ */

/*
 * dt_limits_desc - whether a description names what the consumer has no right to (core/rights/rights.h).
 * return:  NULL: no; else state->reason: the provider. context: process, [S], [F] not held.
 */
const char *dt_limits_desc(struct dt_state *state, const struct dtrace_probedesc *desc);

/*
 * dt_limits_charge - the consumer is about to take @bytes for buffers and variables, in place of what it took before.
 * return:  0; -OS_ENOMEM: its user would have more than DT_RIGHTS_MEMORY. context: process, [S], [F] not held.
 */
int dt_limits_charge(struct dt_state *state, uint64_t bytes);

/* ---- numbers of processes (numbers.c) -------------------------------------------------------- */

/*
 * dt_numbers_in - the field `provider` of a description, as the consumer writes it, becomes as the core has it:
 * "pid7" of a process that the consumer has named 7. dt_numbers_out - the way back: how the consumer calls a
 * probe's provider; in @text, or the provider's own. For consumers that are not numbered nothing changes.
 * context: [F] held.
 */
void dt_numbers_in(const struct dt_state *state, char provider[DTRACE_PROVNAMELEN]);
const char *dt_numbers_out(const struct dt_state *state, const struct dt_probe *probe, char text[DTRACE_PROVNAMELEN]);

/* ---- activity (activity.c) ------------------------------------------------------------------- */

/* dt_state_go / dt_state_stop - GO and STOP; *@cpu_ret: where BEGIN and END fired. Context: process, [S]. */
int dt_state_go(struct dt_state *state, uint32_t *cpu_ret);
int dt_state_stop(struct dt_state *state, uint32_t *cpu_ret);

/* dt_state_quiet - end timers and firing for good, before the state is taken apart. Context: process, [S]. */
void dt_state_quiet(struct dt_state *state);

/* ---- what buffers must hold (needs.c) -------------------------------------------------------- */

struct dt_needs {
	bool records, aggregates; /* some clause does */
	/* the most that a CPU writes between two times that its buffer is read; SIZE_MAX: nobody knows */
	size_t record_bytes, agg_bytes;
};

/* dt_needs_find - by the clauses as they are laid out, and the probes that they match. Context: [F] held. */
void dt_needs_find(const struct dt_state *state, struct dt_needs *ret);

/* ---- resources at GO (resources.c) ----------------------------------------------------------- */

/*
 * dt_state_allocate - layouts, buffers, variables, as the options say; with bufresize=auto smaller
 * ones when memory is short.
 * return:  0; -OS_ENOMEM; -OS_EINVAL.
 * context: process, [S].
 */
int dt_state_allocate(struct dt_state *state);
/* nothing fires any more; also after a failed or no allocation */
void dt_state_deallocate(struct dt_state *state);

/* dt_state_new_cpus - make what CPUs need that came online after GO. Context: process, [S]. */
void dt_state_new_cpus(struct dt_state *state);

/* ---- processes (ioctl_process.c) ------------------------------------------------------------- */

/* dt_state_close_processes - those that the consumer has named. Context: process; none of its ECBs is left. */
void dt_state_close_processes(struct dt_state *state);

/*
 * dt_process_get - the consumer has a process from now on, once however often it asks. Arguments and return as
 * dt_process_ops.open (dtrace/provider.h). Context: process, the state's lock held.
 */
int dt_process_get(struct dt_state *state, uint64_t pid, const char *provider, const struct dtrace_pattr *attr,
		   void **ret);

/* dt_process_limit - of the sites of all processes, when the consumer asks for @limit; 0: it does not say. */
uint32_t dt_process_limit(const struct dt_state *state, uint32_t limit);

/* ---- what programs register (helpers.c) ------------------------------------------------------ */

/* dt_helpers_init, dt_helpers_fini - at the core's start and end. Context: process. */
void dt_helpers_init(void);
void dt_helpers_fini(void);

/* ---- modules (modules.c) --------------------------------------------------------------------- */

/*
 * dt_module_coming / dt_module_going - a module was loaded, is about to go: its probes are made and
 * matched with what is enabled; destroyed.
 * context: process, no lock of the core held.
 */
void dt_module_coming(const char *module);
void dt_module_going(const char *module);

struct dt_meant;

/*
 * dt_match_new_probes - match the probes that were made since @first was the next id, and those that
 * came back, with what all consumers have enabled.
 * args:    @meaning, @meant NULL, or one of them, and what it means besides (core/enabling/enabling.h).
 * context: process, [F] held.
 */
void dt_match_new_probes(uint32_t first, const struct dt_state *meaning, const struct dt_meant *meant);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * state.h - one consumer.
 *
 *                       GO                BEGIN done             exit(), fill buffer full, STOP
 *   INACTIVE ----------------> WARMUP ----------------> ACTIVE ----------------> DRAINING
 *                                |  exit() in BEGIN                                 ^ | STOP: firings have ended
 *                                +--------------------------------------------------+ v
 *                                   STOPPED <---------------- COOLDOWN <--------------+
 *                                             END done
 *   any but INACTIVE and STOPPED --deadman--> KILLED, and its breaks are removed
 *   any --failed assertion--> KILLED
 *
 * The deadman runs each second. It kills a consumer that has not asked for its status for 30 s. A
 * firing kills the consumers of its probe when their deadman has not run for 10 s, because then the
 * machine does nothing but fire. Neither kills a consumer that may act destructively, but one that is limited to
 * its own processes (core/rights/rights.h) they kill all the same.
 *
 *   fires in   WARMUP: BEGIN, ERROR      ACTIVE: all      DRAINING: ERROR      COOLDOWN: END, ERROR
 *
 * Each CPU has a struct dt_state_cpu: buffers, the DIF machine's state, scratch and key areas. It
 * is made at GO for the CPUs that are online then, later for those that have come (on the
 * consumer's next STATUS).
 */
#ifndef CORE_STATE_H
#define CORE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/ioctl.h>

#include "core/buffer/buffer.h"
#include "core/dif/dif.h"
#include "core/rights/rights.h"
#include "core/state/option.h"
#include "os/os.h"

struct dt_ecb;
struct dt_plan;
struct dt_program;
struct dt_vars;
struct dt_watch;
union dt_ioctl_arg;

enum dt_activity {
	DT_ACTIVITY_INACTIVE,
	DT_ACTIVITY_WARMUP,
	DT_ACTIVITY_ACTIVE,
	DT_ACTIVITY_DRAINING,
	DT_ACTIVITY_COOLDOWN,
	DT_ACTIVITY_STOPPED,
	DT_ACTIVITY_KILLED,
};

/*
 * Part of a state's activity from GO on where it is choosy: a firing that finds DT_ACTIVITY_ACTIVE alone there has
 * nothing else to ask.
 */
#define DT_ACTIVITY_CHOOSY 0x80u

/* Counters of one consumer on one CPU, summed for STATUS. */
struct dt_state_counters {
	uint64_t errors;
	uint64_t dblerrors;
	uint64_t specdrops;
	uint64_t stkstroverflows;
};

struct dt_state_cpu {
	uint64_t sequence; /* [C] firing for which mstate was prepared */
	struct dt_buf principal;
	struct dt_aggbufs agg;
	uint64_t *key;                     /* [C] where the key of an aggregation is put together */
	struct dt_extent key_extent;       /* [C] of the last key: all else is zero */
	struct dt_mstate mstate;           /* [C] */
	struct dt_state_counters counters; /* [C] */
	struct dt_specs_cpu specs;
	uint8_t *scratch; /* owned */
	size_t scratch_size;
};

/* A table by id (from 1), grown by doubling. [F] */
struct dt_table {
	void **entry;
	uint32_t count; /* entries used: the highest id */
	uint32_t room;
};

/* A process that the consumer has named. */
struct dt_state_process {
	void *process;                 /* of dt_process_ops.open (dtrace/provider.h) */
	uint64_t named;                /* its number, as the consumer has it */
	uint64_t number;               /* as the initial namespace has it, and the names of its providers */
	struct dt_process_losses told; /* [S] what the consumer knows, or was lost before */
};

struct dt_state {
	uint32_t activity; /* [A] enum dt_activity, and DT_ACTIVITY_CHOOSY: dt_state_activity() */
	int32_t cpu_only;  /* [K] after GO: the only CPU that is traced, or -1 */
	bool is_choosy;    /* [K] after GO: cpu_only, or own_only: some firings are none of its (DT_ACTIVITY_CHOOSY) */
	struct dt_state_cpu **cpus; /* [P] by CPU id; NULL entries */
	/* [K] after the opening: whose rights it has, and whose numbers of processes; NULL: all rights */
	struct os_subject *subject;
	bool limited;     /* [K] after the opening: rights or numbers of its own; subject is there */
	bool own_only;    /* [K] limited: it has no OS_RIGHT_KERNEL */
	bool numbered;    /* [K] limited: in a pid namespace of its own */
	uint64_t charged; /* [F] own_only: bytes that it takes of its user's DT_RIGHTS_MEMORY */
	bool temporal;    /* [K] after GO */
	bool destructive; /* [K] after GO */

	struct os_mutex lock;                /* [S] */
	struct dt_options options;           /* [S] as set, after GO: as they are */
	struct dt_vars *vars;                /* [S] */
	struct dt_table plans;               /* [F] struct dt_plan */
	struct dt_table ecbs;                /* [F] by EPID: struct dt_ecb */
	struct dt_table aggs;                /* [S] by aggregation id: struct dt_agg_step */
	struct dt_table formats;             /* [S] by format id: const char */
	struct dt_table processes;           /* [F] struct dt_state_process; added to with [S] held, too */
	uint32_t registered, registered_pid; /* [F] struct dtrace_losses */
	uint32_t check_next;                 /* [S] index of the process whose breaks are looked for next */
	struct dt_program *programs;         /* [S] */
	struct dt_state *next;               /* [F] */
	struct dt_state **link;              /* [F] the pointer to this one */
	uint32_t cache_next;                 /* [F] next free entry of the aggregation caches */
	uint32_t cache_count;                /* [F] entries that the caches have; unlimited before GO */
	uint32_t key_size;                   /* [S] of the largest key */
	size_t reserve;                      /* [S] bytes kept for END in each principal buffer */
	size_t bufsize, aggsize, specsize;   /* [S] after GO: as allocated; 0: none is needed */
	bool vars_started;                   /* [S] */
	bool uses_stacks;                    /* [S] dt_stacks_use() was called */
	struct dt_watch *watch;              /* [S] NULL: none; it stays until the state is closed */
	uint64_t ended_told;                 /* [S] the last ended process that the consumer was told of */
	bool exiting;                        /* [A] */

	struct os_timer *deadman; /* [S] */
	struct os_timer *cleaner; /* [S] */
	struct os_task clean_task;
	struct os_task disarm_task; /* after the deadman: its breaks cost time, too */
	uint32_t last_status;       /* [A] dt_moment() */
	uint32_t alive;             /* [A] dt_moment(); the last tick of the deadman */

	struct dt_specs specs; /* nspec of them */

	union dt_ioctl_arg *ioctl_arg; /* [S] ioctl.c's bounce buffer */
	/* [S] DT_ITEM_MAX: a consumer that reads records asks for probes one by one, also without memory */
	void *ioctl_item;
	char reason[DTRACE_REASONLEN * 2]; /* [S] why the last ENABLE was refused, when it is no constant */
};

/* ---- tables ---------------------------------------------------------------------------------- */

/*
 * dt_table_reserve - room for @more entries; false without memory. dt_table_add - return: the id, 0 without memory.
 * dt_table_get - NULL when there is none. Context: as the table's letter.
 */
bool dt_table_reserve(struct dt_table *table, uint32_t more);
uint32_t dt_table_add(struct dt_table *table, void *entry);
DT_PROBE_INLINE void *dt_table_get(const struct dt_table *table, uint32_t id)
{
	return id == 0 || id > table->count ? NULL : table->entry[id - 1];
}

void dt_table_free(struct dt_table *table);

/* dt_state_has - whether the consumer has named a process of dt_process_ops. Context: [F] held. */
bool dt_state_has(const struct dt_state *state, const void *process);

/* ---- activity -------------------------------------------------------------------------------- */

/* dt_state_activity - the state's activity now. Context: any. */
DT_PROBE_INLINE uint32_t dt_state_activity(const struct dt_state *state)
{
	return DT_READ_ONCE(state->activity) & ~DT_ACTIVITY_CHOOSY;
}

/*
 * dt_state_change - change the activity from one to another. Return: false when it was not the
 * first. Context: any.
 */
bool dt_state_change(struct dt_state *state, uint32_t from, uint32_t to);

/*
 * dt_moment - a time of os_time_mono() for the deadman, in units of 2^20 ns (a millisecond): one word,
 * which every CPU reads and writes whole. dt_moment_reached - whether @now is @limit ns or more after
 * @since; @since may be the later one, by another CPU's clock or because it was read before. Times
 * are less than 24 days apart. Context: any.
 */
DT_PROBE_INLINE uint32_t dt_moment(uint64_t ns)
{
	return (uint32_t)(ns >> 20);
}

DT_PROBE_INLINE bool dt_moment_reached(uint32_t now, uint32_t since, uint64_t limit)
{
	return (int32_t)(now - since) >= (int32_t)(limit >> 20);
}

/* dt_state_give_up - what the deadman does to a consumer that traces. Context: any, probe context included. */
void dt_state_give_up(struct dt_state *state);

/* dt_state_drain - what exit() does. Context: probe context. */
void dt_state_drain(struct dt_state *state);

/*
 * dt_state_stalled - kill the consumer if its deadman has not looked for too long; it is @now.
 * Context: probe context.
 */
void dt_state_stalled(struct dt_state *state, uint64_t now);

/* dt_state_kill - end tracing whatever state it is in, for good. Context: process. */
void dt_state_kill(struct dt_state *state);

#endif

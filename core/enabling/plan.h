/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * plan.h - the compiled form of one clause on one probe description, shared by all ECBs made from
 * it.
 *
 *   program (one DOF)  --owns-->  DIF objects
 *      |  one per ECBDESC
 *      v
 *   plan: description, predicate, actions[], keys[], aggregations[], ledger per CPU
 *      ^          ^          ^
 *   ECB on p1   ECB on p2   ECB on p3 ...     an ECB is a probe, a plan, an EPID: 40,000 of them are 2 MB
 *
 * actions[] holds what a firing does, in order. The keys of an aggregation are not among them: they
 * hang off its own action. Offsets depend on options (strsize, temporal, frames): dt_plan_layout()
 * computes them when the program is loaded, and again at GO.
 */
#ifndef CORE_PLAN_H
#define CORE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/action.h>
#include <dtrace/ioctl.h>

#include "core/buffer/buffer.h"
#include "core/enabling/dof.h"
#include "core/dif/dif.h"
#include "core/state/state.h"

struct dt_ecb_block;
struct dt_state;
struct dt_vars;

#define DT_RECORD_MAX (16 * 1024 * 1024) /* bytes of one record */

/* Where an action's value comes from. */
enum dt_source {
	DT_SOURCE_NONE,     /* it has none */
	DT_SOURCE_FACT,     /* a fact about the task, and nothing else */
	DT_SOURCE_ARG,      /* an argument, and nothing else */
	DT_SOURCE_EXECNAME, /* execname, and nothing else: the machine finds it, too */
	DT_SOURCE_FORMULA,  /* a formula: the machine finds it, too */
	DT_SOURCE_DIF,      /* the machine finds it */
};

/*
 * How a firing handles an action's value. The common forms are done in place, the others by
 * functions of their own.
 */
enum dt_form {
	DT_FORM_NONE,   /* evaluated for its effect, or nothing to evaluate */
	DT_FORM_WORD,   /* recorded: 8 bytes */
	DT_FORM_HALF,   /* recorded: 4 bytes */
	DT_FORM_STRING, /* recorded: a string of the kernel's or the program's own */
	DT_FORM_STACK,  /* recorded: a stack of the kernel or of the process; zeros after its frames */
	DT_FORM_DATA,   /* recorded in another way, by kind and type */
	DT_FORM_ACT,    /* nothing is recorded, something is done */
};

/* One step of a clause, or one key of an aggregation. Constant after the layout. */
struct dt_action {
	const struct dt_difo *difo; /* NULL: none */
	struct dt_agg_step *agg;    /* aggregations */
	uint64_t arg;
	uint64_t uarg;
	struct dtrace_diftype type; /* how the value is stored */
	uint32_t offset;            /* in the record, or in the key area */
	uint32_t size;              /* 0: records nothing */
	uint32_t format;            /* id, 0 when none */
	uint16_t kind;              /* enum dtrace_action */
	uint16_t index;             /* in the clause, from 1: argument of ERROR */
	uint8_t alignment;
	uint8_t source; /* enum dt_source */
	uint8_t which;  /* DT_SOURCE_FACT: enum os_fact; DT_SOURCE_ARG: its number */
	uint8_t form;   /* enum dt_form */
	bool records;   /* makes the clause record, even without data */
};

/* The parts of an aggregating action. */
struct dt_agg_step {
	struct dt_agg agg;
	const struct dt_action *keys; /* in the plan's keys[], up to keys_end */
	const struct dt_action *keys_end;
	const struct dt_action *increment; /* NULL: 1 */
	struct dt_plan *plan;
	uint32_t key_count;
	uint32_t key_words; /* of agg.key_size bytes */
	/* which of the plan's constant keys this is: its entry is cache[ecb->cache + this] */
	uint32_t cache;
	bool bare; /* count(): nothing is evaluated, one is added */
	/* the key depends on nothing but the probe: the record's place is cached per ECB */
	bool constant_key;
};

/* Clauses that core/fire/direct.h does in a short way. */
enum dt_direct {
	DT_DIRECT_NONE,
	DT_DIRECT_COUNT,
	DT_DIRECT_CONSTANT,
	DT_DIRECT_KEYED,
	DT_DIRECT_RECORD,
	DT_DIRECT_FORMULAS,
};

/* Why a firing was dropped: which buffer had no room. */
enum dt_drop {
	DT_DROP_PRINCIPAL,   /* the trace buffer */
	DT_DROP_AGGREGATION, /* the aggregation buffer; what the clause had to record is recorded */
	DT_DROP_SPECULATION, /* the speculation's buffer */
	DT_DROP_CPU,         /* the CPU has just come online and has no buffers yet */
	DT_DROP_COUNT
};

/* The ledger, one per CPU; 64 bytes, so that CPUs do not write to each other's cache lines. */
struct dt_ledger {
	uint64_t fired;
	uint64_t recorded;
	uint64_t predicated;
	uint64_t faulted;
	uint64_t dropped[DT_DROP_COUNT];
};

struct dt_plan {
	struct dt_state *state;              /* [K] */
	const struct dt_difo *predicate;     /* [K] NULL: none */
	const struct dt_action *actions;     /* [K] up to actions_end */
	const struct dt_action *actions_end; /* [K] */
	struct dt_ledger *ledger;            /* [C] one for each CPU id */
	uint32_t action_count;               /* [K] */
	/* bytes, header included, multiple of 8; 0: nothing is recorded. Set by the layout */
	uint32_t record_size;
	/* [K] aggregations with constant keys: entries that each ECB takes in the cache */
	uint32_t cache_count;
	bool exits; /* [K] there is an exit() */
	/* [K] no predicate but a test, and every action is a count() under a constant key */
	bool simple;
	uint8_t direct;      /* enum dt_direct. Set by the layout */
	struct dt_test test; /* [K] the predicate, when it has this form */

	/* not needed in a firing */
	struct dt_action *all; /* actions[], then keys[] */
	uint32_t all_count;
	struct dt_agg_step *steps;
	uint32_t step_count;
	uint32_t first_epid;          /* [F] */
	uint32_t index;               /* [K] among the consumer's plans */
	uint64_t uarg;                /* [K] of the ECBDESC */
	uint32_t ecb_count;           /* [F] ECBs that are attached */
	bool destructive;             /* [K] */
	bool reads_arg1;              /* [K] */
	bool walks_stacks;            /* [K] of users, or records addresses of theirs: ustack(), uaddr() */
	bool matched;                 /* [F] with all probes that there are; new ones are matched when they come */
	bool doomed;                  /* [F] its ECBs are being detached */
	struct dt_ecb_block *ecbs;    /* [F] */
	struct dtrace_probedesc desc; /* [K] */
};

/* One DOF file that was enabled. */
struct dt_program {
	struct dt_program *next;
	struct dt_dof dof;
	struct dt_difo *difos;   /* by section index; code is NULL where there is none */
	void *data;              /* the DOF, owned */
	struct dt_native native; /* of the objects; zeros: they have none */
};

/*
 * dt_program_create - validate a DOF and the DIF in it.
 * args:    @data os_alloc'ed, taken over in any case; *@reason_ret the broken rule's tag with -OS_EINVAL.
 * return:  0 and *@ret; -OS_EINVAL; -OS_ENOMEM.
 * context: process.
 */
int dt_program_create(void *data, size_t size, struct dt_program **ret, const char **reason_ret);
void dt_program_destroy(struct dt_program *program); /* NULL is accepted; its plans are gone */

/*
 * dt_plan_create - the plan of one ECBDESC section (@section its index). Variables are declared in state's.
 * return:  0 and *@ret; -OS_EINVAL with *@reason_ret; -OS_ENOMEM.
 * context: process, [S].
 */
int dt_plan_create(struct dt_state *state, struct dt_program *program, uint32_t section, struct dt_plan **ret,
		   const char **reason_ret);
/* NULL is accepted; no ECB is attached and none can be running */
void dt_plan_destroy(struct dt_plan *plan);

/*
 * dt_plan_layout - offsets and sizes by the options as they are now.
 * return:  NULL, or the tag of the limit that is exceeded.
 * context: process, no firing uses the plan.
 */
const char *dt_plan_layout(struct dt_plan *plan, const struct dt_options *options);

/* dt_plan_recdesc - describe an action of actions[] or a key. Context: process. */
void dt_plan_recdesc(const struct dt_action *action, struct dtrace_recdesc *ret);

/* dt_difo_of_probe - whether an object's value depends on nothing but the probe that fires. Context: process. */
bool dt_difo_of_probe(const struct dt_difo *difo);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fake_engine.h - an engine whose buffers and descriptions the test fills by hand, and a handle on it. */
#ifndef TEST_FAKE_ENGINE_H
#define TEST_FAKE_ENGINE_H

#include "consumer/consumer.h"

#define FAKE_MAX  64
#define FAKE_CPUS 4
#define FAKE_ROOM 65536

struct fake_buffer {
	uint64_t data[FAKE_ROOM / 8];
	size_t used;
	uint64_t drops, oldest, timestamp;
};

struct fake {
	struct dtrace_probedesc probes[FAKE_MAX]; /* by id */
	dtrace_eprobedesc_t *eprobes[FAKE_MAX];   /* by epid */
	dtrace_aggdesc_t *aggs[FAKE_MAX];         /* by id */
	const char *formats[FAKE_MAX];            /* by id */
	struct fake_buffer principal[FAKE_CPUS], aggregation[FAKE_CPUS];
	struct dtrace_losses losses; /* the next answer */
	uint32_t losses_asked;       /* flags of the last question */
	struct dtrace_status status;
	uint32_t begin_cpu, end_cpu;
	int go_error, probes_error;
	int agg_error; /* of AGGDESC for an id that is not there, in place of ENOENT; 0: none */
	/* CPUs whose buffer cannot be taken while tracing, for want of memory: their number + 1; 0: none */
	uint32_t starved_principal, starved_aggregation;
	bool stopped;
	/* what MAPPED tells: the mappings of process mapped_pid, which ended as number mapped_sequence, 0: it lives */
	struct dtrace_textfile mapped[4];
	uint32_t mapped_count, mapped_pid;
	uint64_t mapped_sequence;
	uint32_t missed;                    /* FILES tells so many files, each of them missed_file */
	struct dtrace_textfile missed_file; /* all zeros: of a process that has gone */
	bool has_table_room;                /* UNWIND takes tables; else it says that there is no room */
	uint32_t tables;                    /* UNWIND commands */
	struct dtrace_unwindfile table;     /* of the last one */
	unsigned int mapped_asked;          /* MAPPED commands */
	uint32_t module_changes;            /* MODULES tells it */
	unsigned int snapshots;             /* BUFSNAP commands so far */
	unsigned int matches;               /* PROBEMATCH commands */
	unsigned int listings;              /* PROBES commands that begin a list */
	unsigned int empty_parts;           /* PROBES commands of a list that find nothing, before others do */
};

/* A handle with this engine, tracing already. fake_close frees both. */
dtrace_hdl_t *fake_open(struct fake **ret);
void fake_close(dtrace_hdl_t *dtp, struct fake *fake);

void fake_probe(struct fake *fake, uint32_t id, const char *provider, const char *module, const char *function,
		const char *name);
/* An enabled probe without records; fake_rec adds one and returns its offset. */
void fake_eprobe(struct fake *fake, uint32_t epid, uint32_t probe);
uint32_t fake_rec(struct fake *fake, uint32_t epid, unsigned int action, uint32_t size, uint32_t format, uint64_t arg,
		  uint64_t uarg);
/* A record of @epid on @cpu, zeroed; the caller fills it. */
char *fake_record(struct fake *fake, uint32_t cpu, uint32_t epid);

/*
 * An aggregation with one key per entry of @key_sizes; fake_agg_record puts one into a CPU's
 * buffer, all zeros except the id.
 */
void fake_agg(struct fake *fake, uint32_t id, uint32_t varid, unsigned int action, uint32_t value_size,
	      const dtrace_recdesc_t *keys, uint32_t key_count);
char *fake_agg_record(struct fake *fake, uint32_t cpu, uint32_t id);

/* Everything that dtrace_work() prints for what is in the buffers, as dtrace(8) would; malloc'ed. */
char *fake_work(dtrace_hdl_t *dtp, bool quiet);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/consume.h - the state of consumption: what is known of each enabled probe, the buffers,
 * losses, the output.
 */
#ifndef LDT_CONSUMER_CONSUME_H
#define LDT_CONSUMER_CONSUME_H

#include "consumer/consumer.h"
#include "consumer/statement.h"
#include "program/program.h"
#include "tracee/tracee.h"

/* uarg of the actions of the clause on dtrace:::ERROR that the library itself enables. */
#define LDT_UARG_ERROR 0xffffffff00455252ull

/* ---- descriptions, fetched once (enabled.c) */

struct ldt_epid {
	dtrace_eprobedesc_t *desc;
	struct dtrace_probedesc probe;
	dtrace_flowkind_t flow;
	bool syscall;                   /* flow arrows of the provider syscall are => and <= */
	bool begin;                     /* dtrace:::BEGIN or ERROR: printed before everything else */
	bool error;                     /* the library's own clause */
	const dtrace_recdesc_t *thread; /* of desc, what -F adds; NULL: nothing */
	const dtrace_recdesc_t *tail;   /* the same */
	bool closed;                    /* of an entry: the program has the function's return, too */
	struct ldt_statements statements;
};

struct ldt_descs {
	struct ldt_epid **epids; /* by epid */
	size_t epid_count;
	struct ldt_format **formats; /* by format id */
	size_t format_count;
	dtrace_aggdesc_t **aggs; /* by aggregation id */
	size_t agg_count;
};

/* Ask the core for one that is not known yet. All of these: borrowed from the handle; NULL with its error set. */
struct ldt_epid *ldt_epid_fetch(struct dtrace_hdl *dtp, uint32_t epid);
const struct ldt_format *ldt_format_fetch(struct dtrace_hdl *dtp, uint32_t id);
const dtrace_aggdesc_t *ldt_aggdesc_lookup(struct dtrace_hdl *dtp, uint32_t id);
void ldt_descs_fini(struct ldt_descs *descs);

/* ---- the state (consume.c) */

struct ldt_cpubuf {
	char *data;    /* mapped when first used */
	size_t offset; /* walked so far */
	size_t end;    /* where this stretch ends */
	/* ring policy: where the second stretch, that starts at 0, ends; 0: there is none */
	size_t wrap;
	uint64_t taken; /* ns, when the snapshot was taken */
	int indent;     /* flowindent, of records without a thread */
	uint32_t last_epid, last_probe;
};

struct ldt_consume {
	struct ldt_descs descs;
	struct ldt_cpubuf *cpus; /* conf.cpus of them */
	uint32_t cpu_count;
	size_t room; /* bytes of a snapshot */
	bool temporal;
	uint32_t begin_cpu, end_cpu; /* DTRACE_CPU_NONE: unknown */
	struct ldt_flow *flow;       /* of flowindent; NULL: nothing was noted */
	bool begun;                  /* BEGIN's records have been walked */
	char starved[160];           /* the kernel had no memory to take a buffer: what is said about it; "": it had */
	bool aggs_fresh;             /* aggregations were taken after the buffers that are being walked */
	/* ns, monotonic: when to take buffers, aggregations and the status again */
	uint64_t next_switch, next_agg, next_status;
	struct dtrace_status status;      /* as last reported */
	struct ldt_tracee_losses tracees; /* as last reported */
	uint64_t total[DTRACEDROP_TABLES + 1];
	uint64_t tables_refused; /* as last reported */
	int wake_fd;
	uint64_t firings; /* that were printed, or put out as another format: the page says how many */
	int exit_status;
	bool exited;
	FILE *redirect;              /* freopen() */
	char *redirect_name;         /* its file's */
	struct ldt_capture *capture; /* packets in that file, NULL: none yet */
	struct ldt_capture *viewers; /* programs that show packets, one for each link type */
	bool no_viewer;              /* there is none on this machine, or it ended */
	struct ldt_emit *emit;       /* output that is not text; NULL: none yet */
	char output_why[256];        /* dtrace_output_why() */
	struct ldt_page *page;       /* dtrace_report_open(); NULL: none */
	char *page_path;
	char page_why[256]; /* dtrace_report_why() */
	FILE *memory;       /* buffered handler: collects the text of a record */
	char *memory_text;
	size_t memory_size;
};
#define LDT_CPU_NONE 0xffffffffu

/* What is known of an enabled probe, of a format: looked up for every record. */
static inline struct ldt_epid *ldt_epid_lookup(struct dtrace_hdl *dtp, uint32_t id)
{
	const struct ldt_descs *descs = &dtp->consume->descs;

	return id < descs->epid_count && descs->epids[id] ? descs->epids[id] : ldt_epid_fetch(dtp, id);
}

static inline const struct ldt_format *ldt_format_lookup(struct dtrace_hdl *dtp, uint32_t id)
{
	const struct ldt_descs *descs = &dtp->consume->descs;

	return id < descs->format_count && descs->formats[id] ? descs->formats[id] : ldt_format_fetch(dtp, id);
}

/*
 * ldt_snap_failed - taking a CPU's buffer has failed: set the handle's error. Without memory in the
 * kernel, ENOMEM, it names the option that is too much, and dtrace_work() ends tracing.
 * args:    @option, @size: the option's name and its value. Returns -1.
 */
int ldt_snap_failed(struct dtrace_hdl *dtp, int error, const char *option, uint32_t cpu, size_t size);

/* ---- status and losses (status.c) */

int ldt_report_drop(struct dtrace_hdl *dtp, dtrace_dropkind_t kind, uint32_t cpu, uint64_t count);
int ldt_report_status(struct dtrace_hdl *dtp, const struct dtrace_status *now);
int ldt_report_error(struct dtrace_hdl *dtp, const dtrace_probedata_t *data);
int ldt_report_library_error(struct dtrace_hdl *dtp, const dtrace_probedata_t *data, const char *fmt, ...)
	DT_PRINTF(3, 4);
int ldt_enable_error_clause(struct dtrace_hdl *dtp);

#endif

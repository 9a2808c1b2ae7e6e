/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/consumer.h - what the consuming half of libdtrace shares: taking buffers, walking records,
 * printing, aggregations.
 *
 *      BUFSNAP --> per-CPU buffers --walk--> firing --> groups of records --> trace / printf /
 *      printa / stack ... --> FILE AGGSNAP --> per-CPU deltas --add--> one hash of keys per handle
 *      --sort--> walks, printa, final print
 *
 * The records of one D statement have one number (uarg): they are a group, and the group is what is printed.
 */
#ifndef LDT_CONSUMER_CONSUMER_H
#define LDT_CONSUMER_CONSUMER_H

#include "handle/handle.h"

/* uarg of the actions of the clause on dtrace:::ERROR that the library itself enables. */
#define LDT_UARG_ERROR 0xffffffff00455252ull

/* ---- descriptions, fetched once (consumer/enabled.c) */

struct ldt_epid {
	dtrace_eprobedesc_t *desc;
	struct dtrace_probedesc probe;
	dtrace_flowkind_t flow;
	bool syscall; /* flow arrows of the provider syscall are => and <= */
	bool begin;   /* dtrace:::BEGIN or ERROR: printed before everything else */
	bool error;   /* the library's own clause */
};

struct ldt_descs {
	struct ldt_epid **epids; /* by epid */
	size_t epid_count;
	struct ldt_format **formats; /* by format id */
	size_t format_count;
	dtrace_aggdesc_t **aggs; /* by aggregation id */
	size_t agg_count;
};

/* Borrowed from the handle; NULL with the handle's error set. */
const struct ldt_epid *ldt_epid_lookup(struct dtrace_hdl *dtp, uint32_t epid);
const struct ldt_format *ldt_format_lookup(struct dtrace_hdl *dtp, uint32_t id);
const dtrace_aggdesc_t *ldt_aggdesc_lookup(struct dtrace_hdl *dtp, uint32_t id);
void ldt_descs_fini(struct ldt_descs *descs);

/* ---- the state of consumption (consumer/consume.c) */

struct ldt_cpubuf {
	char *data;    /* mapped when first used */
	size_t offset; /* walked so far */
	size_t end;    /* where this stretch ends */
	/* ring policy: where the second stretch, that starts at 0, ends; 0: there is none */
	size_t wrap;
	uint64_t taken; /* ns, when the snapshot was taken */
	int indent;     /* flowindent */
	uint32_t last_epid, last_probe;
};

struct ldt_consume {
	struct ldt_descs descs;
	struct ldt_cpubuf *cpus; /* conf.cpus of them */
	uint32_t cpu_count;
	size_t room; /* bytes of a snapshot */
	bool temporal;
	uint32_t begin_cpu, end_cpu; /* DTRACE_CPU_NONE: unknown */
	bool begun;                  /* BEGIN's records have been walked */
	bool aggs_fresh;             /* aggregations were taken after the buffers that are being walked */
	/* ns, monotonic: when to take buffers, aggregations and the status again */
	uint64_t next_switch, next_agg, next_status;
	uint64_t taken; /* ns, monotonic: when the last buffer or aggregation was; what is printed is older */
	struct dtrace_status status; /* as last reported */
	uint64_t total[DTRACEDROP_DBLERROR + 1];
	int wake_fd;
	int exit_status;
	bool exited;
	FILE *redirect;              /* freopen() */
	char *redirect_name;         /* its file's */
	struct ldt_capture *capture; /* packets in that file, NULL: none yet */
	struct ldt_capture *viewers; /* programs that show packets, one for each link type */
	bool no_viewer;              /* there is none on this machine, or it ended */
	FILE *memory;                /* buffered handler: collects the text of a record */
	char *memory_text;
	size_t memory_size;
};
#define LDT_CPU_NONE 0xffffffffu

struct ldt_consume *ldt_consume_create(struct dtrace_hdl *dtp);
void ldt_consume_destroy(struct ldt_consume *consume);
uint64_t ldt_now(void);

/* ---- status and losses (consumer/status.c) */
int ldt_report_drop(struct dtrace_hdl *dtp, dtrace_dropkind_t kind, uint32_t cpu, uint64_t count);
int ldt_report_status(struct dtrace_hdl *dtp, const struct dtrace_status *now);
int ldt_report_error(struct dtrace_hdl *dtp, const dtrace_probedata_t *data);
int ldt_report_library_error(struct dtrace_hdl *dtp, const dtrace_probedata_t *data, const char *fmt, ...)
	DT_PRINTF(3, 4);
int ldt_enable_error_clause(struct dtrace_hdl *dtp);

/* ldt_refusal_set - the error of an ENABLE that answered EINVAL with a reason. Answers -1. */
int ldt_refusal_set(struct dtrace_hdl *dtp, const struct dtrace_enable *enable);

/* A statement of a program has at most so many values: the arguments of a printf(), the aggregations of a printa(). */
#define LDT_VALUES_MAX 64

/* ---- printing of values (consumer/print_value.c, consumer/print_stack.c) */

/* A value in a record. */
struct ldt_value {
	const dtrace_recdesc_t *rec;
	const char *data; /* rec->size bytes */
};

/* ldt_int - integer of @size 1, 2, 4 or 8 bytes, extended as @is_signed says; *ok false for other sizes. */
int64_t ldt_int(const void *data, size_t size, bool is_signed, bool *ok);
/* ldt_rec_flags - DTRACE_EXPR_* of the value; printf-like records have the format's id in the low half of arg. */
uint32_t ldt_rec_flags(const dtrace_recdesc_t *rec);
bool ldt_rec_signed(const dtrace_recdesc_t *rec);
bool ldt_is_formatted(unsigned int action); /* PRINTF, PRINTA, SYSTEM, FREOPEN */
bool ldt_is_text(const struct dtrace_hdl *dtp, uint32_t flags);
int ldt_print_trace(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet);
int ldt_print_bytes(struct dtrace_hdl *dtp, FILE *out, const char *data, size_t size, int width, bool quiet,
		    bool is_string);
int ldt_print_raw(FILE *out, const char *data, size_t size);
/* ldt_print_symbolic - STACK, USTACK, SYM... as trace() shows them. Return 1 when @rec is none of these. */
int ldt_print_symbolic(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet);
int ldt_print_stack(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, int indent);
bool ldt_is_symbolic(unsigned int action);
bool ldt_is_stack(unsigned int action);
/* ldt_symbol_text - the text of SYM, MOD, USYM, UMOD, UADDR values. */
void ldt_symbol_text(struct dtrace_hdl *dtp, struct ldt_value value, char *buf, size_t size);
void ldt_user_address_text(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, bool offset, char *buf, size_t size);

/*
 * ldt_packet_print - a record of pcap() (consumer/pcap.c): into the file of freopen(), or to a program
 * that shows packets, or as bytes to @out.
 * args:    @link the link type that the program said.
 * return:  0 or -1. ldt_capture_close - the file of freopen() is about to change, or the consumer to
 *          end. ldt_viewers_close - wait for the programs.
 */
int ldt_packet_print(struct dtrace_hdl *dtp, FILE *out, const dtrace_probedata_t *probe, struct ldt_value value,
		     int64_t link);
void ldt_capture_close(struct ldt_consume *consume);
void ldt_viewers_close(struct ldt_consume *consume);

/* ldt_print_typed - a record of print(), by its type (consumer/print_typed.c). */
int ldt_print_typed(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet);

/* ---- formats (consumer/print_format.c) */

/*
 * ldt_fprintf - print records by a format.
 * args:    @values the arguments of the conversions without %@; @aggs (printa) the aggregations'
 *          values, in order, of which entries may have data NULL.
 */
struct ldt_format_args {
	const struct ldt_value *values;
	size_t value_count;
	const dtrace_aggdata_t *const *aggs;
	size_t agg_count;
};
int ldt_format_print(struct dtrace_hdl *dtp, FILE *out, const struct ldt_format *format,
		     const struct ldt_format_args *args);

/* ---- aggregations (consumer/aggregate.c, consumer/aggregate_sort.c, consumer/aggregate_print.c, consumer/distribution.c) */

struct ldt_aggent {
	struct ldt_aggent *chain;       /* hash */
	struct ldt_aggent *next, *prev; /* order of appearance */
	uint64_t hash;
	dtrace_aggdata_t data;
	bool empty;      /* nothing was added since it was made or cleared */
	bool *cpu_empty; /* ... of each CPU, where data has them */
};

struct ldt_aggregate {
	struct ldt_aggent **buckets;
	size_t bucket_count; /* power of two */
	size_t count;
	struct ldt_aggent *first, *last;
	char *buffer; /* of one CPU's snapshot */
	size_t room;
	uint32_t *printed; /* variable ids that a printa has printed */
	size_t printed_count;
	struct ldt_aggent *blanks; /* by next: for each variable that was asked for, an entry without values */
};

struct ldt_aggregate *ldt_aggregate_create(void);
void ldt_aggregate_destroy(struct ldt_aggregate *aggregate);
int ldt_aggregate_snap_now(struct dtrace_hdl *dtp);
int ldt_aggregate_trunc(struct dtrace_hdl *dtp, uint32_t varid, bool all, int64_t count);
int ldt_aggregate_clear_var(struct dtrace_hdl *dtp, uint32_t varid);
void ldt_aggregate_normalize(struct dtrace_hdl *dtp, uint32_t varid, uint64_t normal);
bool ldt_aggregate_is_printed(const struct ldt_aggregate *aggregate, uint32_t varid);
int ldt_aggregate_set_printed(struct dtrace_hdl *dtp, uint32_t varid);
/*
 * ldt_aggregate_blank - what printa() shows for a key that variable @varid does not have: an entry of
 * that function and its parameters to which nothing was added. Its key is zeros, and of no meaning.
 * return: the aggregate's until it is destroyed; NULL with the error set when there is no such variable.
 */
const dtrace_aggdata_t *ldt_aggregate_blank(struct dtrace_hdl *dtp, uint32_t varid);
const dtrace_recdesc_t *ldt_agg_value_rec(const dtrace_aggdata_t *data);
const char *ldt_agg_value(const dtrace_aggdata_t *data);

struct ldt_aggsort {
	bool key_first, reverse, var_first, no_var;
	unsigned int key_position;
};
void ldt_aggsort_options(struct dtrace_hdl *dtp, struct ldt_aggsort *sort);
int ldt_aggsort_compare(const struct ldt_aggsort *sort, const dtrace_aggdata_t *a, const dtrace_aggdata_t *b);
int ldt_aggsort_keys(const struct ldt_aggsort *sort, const dtrace_aggdata_t *a, const dtrace_aggdata_t *b);
int ldt_aggsort_values(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b);
/* ldt_merge_sort - stable sort of pointers. 0, or -1 without memory. */
int ldt_merge_sort(void **array, size_t count, int (*compare)(const void *a, const void *b, void *arg), void *arg);

int ldt_print_aggregations(struct dtrace_hdl *dtp, FILE *out, const uint32_t *vars, size_t count,
			   const struct ldt_format *format);
int ldt_print_agg_value(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data);
/*
 * ldt_key_count, ldt_key_rec, ldt_print_key - the keys of an entry, from 0; a key is printed as trace() prints values,
 * at the width that its type has in aggregations.
 */
unsigned int ldt_key_count(const dtrace_aggdata_t *data);
const dtrace_recdesc_t *ldt_key_rec(const dtrace_aggdata_t *data, unsigned int index);
int ldt_print_key(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data, unsigned int index);
/* ldt_key_text - one key as text without the blanks around it, malloc'ed; NULL with the error set. */
char *ldt_key_text(struct dtrace_hdl *dtp, const dtrace_aggdata_t *data, unsigned int index);
/* ldt_print_agg_table - agghist or aggpack: all entries of one aggregation, of which there is at least one. 0 or -1. */
int ldt_print_agg_table(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *rows, size_t count);
int64_t ldt_agg_scalar(const dtrace_aggdata_t *data); /* count, sum, min, max, avg, stddev, normalised */
bool ldt_agg_is_distribution(const dtrace_aggdata_t *data);

/* A distribution (quantize, lquantize, llquantize) as rows: a label and a count each. */
struct ldt_distribution {
	int64_t *labels; /* owned */
	int64_t *counts; /* owned */
	size_t cells;
	/* Oracle's llquantize: the row around zero; labels are distances from zero. 0: another function */
	size_t middle;
	bool is_unsigned;   /* labels are */
	bool is_linear;     /* lquantize */
	bool open_ends;     /* the first row is "< label", the last ">= label" */
	size_t first, last; /* rows to show */
	uint64_t normal;
};
/* ldt_distribution_init / fini - return 0 or -1 without memory; fini accepts a zeroed one. */
int ldt_distribution_init(struct ldt_distribution *dist, const dtrace_aggdata_t *data);
void ldt_distribution_fini(struct ldt_distribution *dist);
void ldt_distribution_label(const struct ldt_distribution *dist, size_t cell, char *buf, size_t size);
int ldt_distribution_print(struct dtrace_hdl *dtp, FILE *out, const struct ldt_distribution *dist);
long long ldt_distribution_total(const struct ldt_distribution *dist); /* sum of the counts, normalised */

/*
 * How the counts of one table become bars: a full bar is the sum of all counts, with aggzoom the largest of
 * them; with encoding=utf8 bars are made of blocks.
 */
struct ldt_bars {
	long double total;
	bool positive, negative; /* there are such counts: each side gets a half */
	bool zoom, blocks;
};
struct ldt_bars ldt_bars_init(struct dtrace_hdl *dtp);
void ldt_bars_add(struct ldt_bars *bars, int64_t count);
/* ldt_bar - one bar and its count as rows of a distribution have them. */
void ldt_bar(FILE *out, const struct ldt_bars *bars, int64_t count, uint64_t normal);
/* ldt_distribution_pack - the rows from @first to @last in one line, a sign for each; @bars says how, its total is not used. */
void ldt_distribution_pack(FILE *out, const struct ldt_distribution *dist, size_t first, size_t last,
			   const struct ldt_bars *bars);
/*
 * ldt_distribution_sum - sum of label * count, as sorting wants it; ldt_distribution_zero - the count
 * of the bucket that holds 0.
 */
long double ldt_distribution_sum(const dtrace_aggdata_t *data);
int64_t ldt_distribution_zero(const dtrace_aggdata_t *data);
/* ldt_divide - @a by @b (not 0) as the DIF machine divides: the least number by -1 is the least number. */
static inline int64_t ldt_divide(int64_t a, int64_t b)
{
	return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}
/* ldt_stddev - integer standard deviation of {count, sum, sum of squares low, high}, each divided by the normal. */
uint64_t ldt_stddev(const uint64_t *data, uint64_t normal);

/* ---- symbols (symbols/kernel_symbols.c) */
void ldt_ksyms_destroy(struct ldt_ksyms *ksyms);
/*
 * ldt_kmodule_start - start address of the module that holds @addr (for mod() as a key), @addr
 * itself when there is none.
 */
uint64_t ldt_kmodule_start(struct dtrace_hdl *dtp, uint64_t addr);

#endif

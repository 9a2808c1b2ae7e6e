/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dtrace.h - the public interface of libdtrace: open, compile, execute, go, work, walk aggregations, close.
 *
 *      dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &error);
 *      dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL);
 *      dtrace_program_exec(dtp, prog, &info);
 *      dtrace_go(dtp);
 *      do { dtrace_sleep(dtp); } while (dtrace_work(dtp, stdout, chew, chewrec, arg) == DTRACE_WORKSTATUS_OKAY);
 *      dtrace_stop(dtp); dtrace_aggregate_print(dtp, stdout, NULL); dtrace_close(dtp);
 *
 * Names and shapes are those that consumers of other DTraces use. The library never exits, never
 * prints by itself, has no globals: two handles in two threads do not meet. Functions return 0/-1
 * or object/NULL and set the handle's error.
 */
#ifndef LIBDTRACE_DTRACE_H
#define LIBDTRACE_DTRACE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h> /* pid_t */

#include <dtrace/action.h>
#include <dtrace/fault.h>
#include <dtrace/ioctl.h>
#include <dtrace/stability.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DTRACE_VERSION 3

typedef struct dtrace_hdl dtrace_hdl_t;
typedef struct dtrace_prog dtrace_prog_t;
typedef struct dtrace_probedesc dtrace_probedesc_t;
typedef struct dtrace_eprobedesc dtrace_eprobedesc_t;
typedef struct dtrace_recdesc dtrace_recdesc_t;
typedef struct dtrace_aggdesc dtrace_aggdesc_t;
typedef struct dtrace_argdesc dtrace_argdesc_t;
typedef struct dtrace_status dtrace_status_t;
typedef uint32_t dtrace_id_t, dtrace_epid_t, dtrace_aggid_t, dtrace_aggvarid_t;

/*
 * dtrace_open flags. Without them: the kernel's engine; where the module is not loaded, or the user
 * has no privilege, the host engine. A module that is there but cannot be used now (no memory,
 * being unloaded, stopped, of another version) is an error.
 */
#define DTRACE_O_NODEV  0x1 /* no engine at all: compile only */
#define DTRACE_O_HOST   0x2 /* the host engine, in this process */
#define DTRACE_O_KERNEL 0x4 /* the kernel's engine or fail */
/* with DTRACE_O_NODEV: programs have the data model of 32-bit or 64-bit programs, not this library's own */
#define DTRACE_O_ILP32  0x8
#define DTRACE_O_LP64   0x10

typedef enum dtrace_probespec {
	DTRACE_PROBESPEC_NONE = -1,    /* a program text */
	DTRACE_PROBESPEC_PROVIDER = 0, /* -P */
	DTRACE_PROBESPEC_MOD,          /* -m */
	DTRACE_PROBESPEC_FUNC,         /* -f */
	DTRACE_PROBESPEC_NAME          /* -n */
} dtrace_probespec_t;

/* dtrace_program_*compile flags */
#define DTRACE_C_DIFV   0x0001 /* -S: print DIF listings */
#define DTRACE_C_EMPTY  0x0002 /* a program without clauses is no error */
#define DTRACE_C_ZDEFS  0x0004 /* -Z */
#define DTRACE_C_ARGREF 0x0008 /* unused script arguments are no error */
#define DTRACE_C_DEFARG 0x0010 /* undefined $N is 0 or "" */
#define DTRACE_C_CPP    0x0020 /* -C */
#define DTRACE_C_KNODEF 0x0040
#define DTRACE_C_UNODEF 0x0080
#define DTRACE_C_PSPEC  0x0100
#define DTRACE_C_NOLIBS 0x0200
/*
 * for dtrace_program_header() and dtrace_program_link(): no types of this machine's kernel; a line
 * that begins with # and is no directive is a comment
 */
#define DTRACE_C_USDT   0x0400

dtrace_hdl_t *dtrace_open(int version, int flags, int *error_ret);
void dtrace_close(dtrace_hdl_t *dtp);
int dtrace_errno(dtrace_hdl_t *dtp);
const char *dtrace_errmsg(dtrace_hdl_t *dtp, int error); /* @dtp may be NULL; text belongs to the handle */
/* tag of the last compile error ("D_PDESC_ZERO"), "" when there was none */
const char *dtrace_errtag(dtrace_hdl_t *dtp);
/* Where the last compile error is. */
typedef struct dtrace_errplace {
	const char *file; /* NULL: the text that was given. It belongs to the handle, until the next error */
	int line;         /* from 1; 0: not known */
	int column;       /* byte of the line, from 1; 0: not known */
} dtrace_errplace_t;
int dtrace_errplace(dtrace_hdl_t *dtp, dtrace_errplace_t *ret); /* 0; -1: the last error is not the compiler's */
const char *dtrace_faultstr(dtrace_hdl_t *dtp, int fault);
/* where -S and -xdump listings go; without it they are not made */
void dtrace_dump_to(dtrace_hdl_t *dtp, FILE *out);
/*
 * What a description of a compiled program means now, if its provider is that of all processes (pid*): descriptions of
 * those that there are, index by index. 0: there are no more, or it has no other meaning than it says.
 */
int dtrace_desc_meaning(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, size_t index, dtrace_probedesc_t *ret);
const char *dtrace_engine(dtrace_hdl_t *dtp); /* "kernel", "host" or "none" */
/* why the kernel's engine was not used; "" when it is */
const char *dtrace_engine_why(dtrace_hdl_t *dtp);

int dtrace_setopt(dtrace_hdl_t *dtp, const char *option, const char *value); /* @value NULL: as for -x option */
int dtrace_getopt(dtrace_hdl_t *dtp, const char *option, int64_t *value_ret);
#define DTRACEOPT_UNSET (-2ll)

/* ---- compile and execute */
typedef struct dtrace_proginfo {
	struct dtrace_attribute dpi_descattr, dpi_stmtattr;
	unsigned int dpi_aggregates, dpi_recgens, dpi_matches, dpi_speculations;
	unsigned int dpi_refused; /* probes that match but could not be armed */
	unsigned int dpi_reasons;
	struct {
		char name[DTRACE_REASONLEN];
		uint32_t count;
	} dpi_reason[DTRACE_REASON_MAX];
	/* matches of clauses that read arg1 at a probe where it is 0, always or sometimes */
	unsigned int dpi_valueless;
	/* probes that its descriptions matched when it was compiled; 0 without an engine */
	uint64_t dpi_found;
	/* its descriptions that mean processes to come, too (pid*): it may run though nothing matches yet */
	unsigned int dpi_awaited;
} dtrace_proginfo_t;

dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *dtp, const char *text, dtrace_probespec_t spec,
					 unsigned int flags, int argc, char *const argv[]);
dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *dtp, FILE *file, unsigned int flags, int argc, char *const argv[]);
int dtrace_program_exec(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_proginfo_t *info);
void dtrace_program_info(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_proginfo_t *info);
/*
 * dtrace_program_warnings - what the compiler thinks is not meant, in lines like those of an error: place, text, excerpt,
 * caret. Lives as long as the program; "" when there is nothing. None with -x compat.
 */
const char *dtrace_program_warnings(const dtrace_prog_t *prog);
/*
 * dtrace_dof_exec - enable a program that dtrace_dof_create() has made, perhaps elsewhere, with its
 * options; *used_ret bytes of @dof were it.
 */
int dtrace_dof_exec(dtrace_hdl_t *dtp, const void *dof, size_t size, size_t *used_ret, dtrace_proginfo_t *info);
void *dtrace_dof_create(dtrace_hdl_t *dtp, dtrace_prog_t *prog, unsigned int flags, size_t *size_ret);
void dtrace_dof_destroy(dtrace_hdl_t *dtp, void *dof);

/*
 * Probes of programs (docs/usdt.md), for the providers that programs compiled with the handle define.
 * dtrace_program_header - dtrace -h: a header with macros for C and C++. @name of the file it becomes.
 * dtrace_program_link - dtrace -G: the object file @file, to be linked with the objects, of which there may be
 * none. @bits: 32 or 64, 0: as the objects. No file is left after an error.
 */
int dtrace_program_header(dtrace_hdl_t *dtp, FILE *out, const char *name);
int dtrace_program_link(dtrace_hdl_t *dtp, const char *file, unsigned int bits, int object_count,
			char *const objects[]);

/* Clauses of a program, for listings (-l). */
typedef int dtrace_stmt_f(dtrace_hdl_t *dtp, dtrace_prog_t *prog, const dtrace_probedesc_t *desc, void *arg);
int dtrace_stmt_iter(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_stmt_f *fn, void *arg);

/* ---- probes */
typedef int dtrace_probe_f(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, void *arg);
int dtrace_probe_iter(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern, dtrace_probe_f *fn, void *arg);
int dtrace_str2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec, const char *text, dtrace_probedesc_t *desc_ret);
char *dtrace_desc2str(const dtrace_probedesc_t *desc, char *buf, size_t size);
int dtrace_id2desc(dtrace_hdl_t *dtp, dtrace_id_t id, dtrace_probedesc_t *desc_ret);
typedef struct dtrace_probeinfo {
	struct dtrace_attribute dtp_attr; /* of the description */
	struct dtrace_attribute dtp_arga; /* of the arguments */
} dtrace_probeinfo_t;
int dtrace_probe_info(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, dtrace_probeinfo_t *ret);
int dtrace_probe_arg(dtrace_hdl_t *dtp, dtrace_id_t id, unsigned int index, dtrace_argdesc_t *ret);

/* ---- run */
int dtrace_go(dtrace_hdl_t *dtp);
int dtrace_stop(dtrace_hdl_t *dtp);
/*
 * Sleeps until there is something for dtrace_work() to do: the next time of switchrate, aggrate (1 s unless set) or
 * statusrate, a buffer that fills, exit(), dtrace_wake().
 */
void dtrace_sleep(dtrace_hdl_t *dtp);
/* async-signal-safe: ends dtrace_sleep early, dtrace_probe_iter while it finds none, dtrace_proc_grab while it waits */
void dtrace_wake(dtrace_hdl_t *dtp);

enum { DTRACE_STATUS_NONE = 0, DTRACE_STATUS_OKAY, DTRACE_STATUS_EXITED, DTRACE_STATUS_FILLED, DTRACE_STATUS_STOPPED };
int dtrace_status(dtrace_hdl_t *dtp);
/* ledger of one clause and description */
int dtrace_account(dtrace_hdl_t *dtp, unsigned int enabling, struct dtrace_account *ret);
int dtrace_exit_status(dtrace_hdl_t *dtp); /* argument of exit(), 0 when it was not called */

typedef enum dtrace_workstatus {
	DTRACE_WORKSTATUS_ERROR = -1,
	DTRACE_WORKSTATUS_OKAY = 0,
	DTRACE_WORKSTATUS_DONE = 1
} dtrace_workstatus_t;

typedef enum dtrace_flowkind { DTRACEFLOW_ENTRY, DTRACEFLOW_RETURN, DTRACEFLOW_NONE } dtrace_flowkind_t;

typedef struct dtrace_probedata {
	dtrace_hdl_t *dtpda_handle;
	const dtrace_eprobedesc_t *dtpda_edesc;
	const dtrace_probedesc_t *dtpda_pdesc;
	unsigned int dtpda_cpu;
	char *dtpda_data;
	dtrace_flowkind_t dtpda_flow;
	const char *dtpda_prefix;
	int dtpda_indent;
	uint64_t dtpda_timestamp; /* temporal option only */
	int64_t dtpda_elapsed;    /* -x flowtime, returns: ns since the entry in the same thread; -1: not known */
	bool dtpda_tail;          /* with flowindent: a function that is left by a jump to another one (a tail call) */
} dtrace_probedata_t;

enum { DTRACE_CONSUME_ERROR = -1, DTRACE_CONSUME_THIS = 0, DTRACE_CONSUME_NEXT = 1, DTRACE_CONSUME_ABORT = 2 };
typedef int dtrace_consume_probe_f(const dtrace_probedata_t *data, void *arg);
/* rec NULL: end of the firing */
typedef int dtrace_consume_rec_f(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg);

dtrace_workstatus_t dtrace_work(dtrace_hdl_t *dtp, FILE *out, dtrace_consume_probe_f *probe, dtrace_consume_rec_f *rec,
				void *arg);
int dtrace_consume(dtrace_hdl_t *dtp, FILE *out, dtrace_consume_probe_f *probe, dtrace_consume_rec_f *rec, void *arg);

/*
 * ---- processes
 * dtrace_proc_create - start a program (looked up as the shell does), which waits until dtrace_proc_continue() where
 * the option evaltime says; @child, if not NULL, is called in the new process before. Meanwhile SIGTSTP (^Z) is blocked
 * in the calling thread: the SIGCONT of the shell's fg would start the program. dtrace_proc_grab - a process that
 * runs; no flags are known. One that has just begun is waited for until it has loaded its libraries, for 10 seconds, or
 * until it stops, a signal comes or dtrace_wake() was called. The number of the first one is $target. NULL: the
 * handle's error is set. dtrace_proc_release - it is not traced any more; one that was created is killed.
 * dtrace_close() does it, too.
 * dtrace_handle_proc - what is told when one has ended, in dtrace_sleep(): "pid 123 has exited".
 */
struct ps_prochandle;
typedef void dtrace_proc_child_f(void *arg);
struct ps_prochandle *dtrace_proc_create(dtrace_hdl_t *dtp, const char *file, char *const argv[],
					 dtrace_proc_child_f *child, void *arg);
struct ps_prochandle *dtrace_proc_grab(dtrace_hdl_t *dtp, pid_t pid, int flags);
pid_t dtrace_proc_getpid(dtrace_hdl_t *dtp, struct ps_prochandle *proc);
void dtrace_proc_continue(dtrace_hdl_t *dtp, struct ps_prochandle *proc);
void dtrace_proc_release(dtrace_hdl_t *dtp, struct ps_prochandle *proc);
typedef int dtrace_handle_proc_f(struct ps_prochandle *proc, const char *message, void *arg);
int dtrace_handle_proc(dtrace_hdl_t *dtp, dtrace_handle_proc_f *fn, void *arg);

/* ---- what happens on the way */
typedef struct dtrace_errdata {
	dtrace_hdl_t *dteda_handle;
	const dtrace_eprobedesc_t *dteda_edesc;
	const dtrace_probedesc_t *dteda_pdesc;
	unsigned int dteda_cpu;
	int dteda_action, dteda_offset, dteda_fault;
	uint64_t dteda_addr;
	const char *dteda_msg;
} dtrace_errdata_t;

typedef enum dtrace_dropkind {
	DTRACEDROP_PRINCIPAL,
	DTRACEDROP_AGGREGATION,
	DTRACEDROP_DYNAMIC,
	DTRACEDROP_DYNRINSE,
	DTRACEDROP_DYNDIRTY,
	DTRACEDROP_SPEC,
	DTRACEDROP_SPECBUSY,
	DTRACEDROP_SPECUNAVAIL,
	DTRACEDROP_STKSTROVERFLOW,
	DTRACEDROP_DBLERROR,
	DTRACEDROP_LATE,        /* a process executed new code before its probes were there */
	DTRACEDROP_PLACES,      /* places that cannot be traced, in what processes have mapped since tracing began */
	DTRACEDROP_PROCESSES,   /* processes to come that are not traced: too many have probes */
	DTRACEDROP_OVERWRITTEN, /* places of a process whose break was overwritten: firings are missing */
	DTRACEDROP_AGAIN,       /* executions in a process that have fired twice */
	DTRACEDROP_LOCKS,       /* calls of lock functions of a process (plockstat) without all of their events */
	DTRACEDROP_REGISTERED, /* processes that have registered probes at run time which a pattern means: not traced */
	DTRACEDROP_TABLES      /* files for whose table for user stacks there was no room: walked by frame pointers */
} dtrace_dropkind_t;

typedef struct dtrace_dropdata {
	dtrace_hdl_t *dtdda_handle;
	/* PRINCIPAL, AGGREGATION: CPU; OVERWRITTEN to REGISTERED: number of the process; else 0 */
	unsigned int dtdda_cpu;
	dtrace_dropkind_t dtdda_kind;
	uint64_t dtdda_drops, dtdda_total;
	const char *dtdda_msg;
} dtrace_dropdata_t;

typedef struct dtrace_bufdata {
	dtrace_hdl_t *dtbda_handle;
	const char *dtbda_buffered; /* text that would have gone to the FILE */
	const dtrace_probedata_t *dtbda_probe;
	const dtrace_recdesc_t *dtbda_recdesc;
} dtrace_bufdata_t;

typedef struct dtrace_setoptdata {
	dtrace_hdl_t *dtsda_handle;
	const dtrace_probedata_t *dtsda_probe;
	const char *dtsda_option;
	int64_t dtsda_oldval, dtsda_newval;
} dtrace_setoptdata_t;

enum { DTRACE_HANDLE_ABORT = -1, DTRACE_HANDLE_OK = 0 };
typedef int dtrace_handle_err_f(const dtrace_errdata_t *data, void *arg);
typedef int dtrace_handle_drop_f(const dtrace_dropdata_t *data, void *arg);
typedef int dtrace_handle_buffered_f(const dtrace_bufdata_t *data, void *arg);
typedef int dtrace_handle_setopt_f(const dtrace_setoptdata_t *data, void *arg);
int dtrace_handle_err(dtrace_hdl_t *dtp, dtrace_handle_err_f *fn, void *arg);
int dtrace_handle_drop(dtrace_hdl_t *dtp, dtrace_handle_drop_f *fn, void *arg);
int dtrace_handle_buffered(dtrace_hdl_t *dtp, dtrace_handle_buffered_f *fn, void *arg);
int dtrace_handle_setopt(dtrace_hdl_t *dtp, dtrace_handle_setopt_f *fn, void *arg);

/* ---- aggregations */
typedef struct dtrace_aggdata {
	dtrace_hdl_t *dtada_handle;
	const dtrace_aggdesc_t *dtada_desc;
	const dtrace_eprobedesc_t *dtada_edesc;
	const dtrace_probedesc_t *dtada_pdesc;
	char *dtada_data; /* the whole record: header, keys, data summed over CPUs */
	uint64_t dtada_normal;
	size_t dtada_size;
	char **dtada_percpu; /* option aggpercpu: the data of each CPU, else NULL */
} dtrace_aggdata_t;

/* One bucket of a distribution. */
typedef struct dtrace_bucket {
	bool has_low, has_high; /* false: open at that end */
	int64_t low, high;      /* least and greatest number counted; uint64_t where the distribution says so */
	int64_t count;          /* normalised */
} dtrace_bucket_t;

typedef int dtrace_aggregate_f(const dtrace_aggdata_t *data, void *arg);
typedef int dtrace_aggregate_walk_f(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg);
typedef int dtrace_aggregate_walk_joined_f(const dtrace_aggdata_t **data, int count, void *arg);

enum {
	DTRACE_AGGWALK_ERROR = -1,
	DTRACE_AGGWALK_NEXT = 0,
	DTRACE_AGGWALK_ABORT, /* no more entries: the walk returns 0 */
	DTRACE_AGGWALK_CLEAR,
	DTRACE_AGGWALK_NORMALIZE,
	DTRACE_AGGWALK_DENORMALIZE,
	DTRACE_AGGWALK_REMOVE
};

/*
 * One entry, in a walk's function: how many keys it has; a key (from 0), and the value, as text without
 * blanks around: numbers, strings, names of symbols, a stack or a distribution with a line for each frame or
 * row. The value is normalised. Texts are cut to @size, '\0' included; they return @buf, or NULL with the
 * handle's error set. dtrace_aggvalue - the value as a number, normalised; of avg() the average, of stddev()
 * the deviation. 0, or -1 for a distribution.
 */
unsigned int dtrace_aggkeys(const dtrace_aggdata_t *data);
char *dtrace_aggkey2str(const dtrace_aggdata_t *data, unsigned int index, char *buf, size_t size);
char *dtrace_aggvalue2str(const dtrace_aggdata_t *data, char *buf, size_t size);
int dtrace_aggvalue(const dtrace_aggdata_t *data, int64_t *value_ret);
/* dtrace_aggname - the aggregation's name without its @, the handle's; NULL: the program was compiled elsewhere. */
const char *dtrace_aggname(const dtrace_aggdata_t *data);
/*
 * dtrace_aggbuckets - all buckets of a distribution, empty ones, too, the least first: the first @room of them are put
 * into @buckets. Their bounds depend on the function and its parameters alone. The counts are normalised.
 * return: how many there are; -1 for another function, or without memory, with the handle's error set.
 */
int dtrace_aggbuckets(const dtrace_aggdata_t *data, dtrace_bucket_t *buckets, size_t room, bool *is_unsigned_ret);
/*
 * dtrace_aggrow - hand one entry, in a walk's function, to the function row of dtrace_handle_output(): typed keys and
 * value, whether printa() has printed it or not. The totals of dtrace_output_end() do not count it. 0, or -1: the
 * handle's error is set, or that function returned it.
 */
int dtrace_aggrow(const dtrace_aggdata_t *data);

/*
 * Add what the CPUs have gathered since the last snapshot to the entries: dtrace_aggregate_snap at most as often as the
 * option aggrate says, and dtrace_work() does it; dtrace_aggregate_snap_now at once. Called in a function of
 * dtrace_work(), it is the last one before clear(), trunc() and printa() of the records that are being delivered.
 */
int dtrace_aggregate_snap(dtrace_hdl_t *dtp);
int dtrace_aggregate_snap_now(dtrace_hdl_t *dtp);
/*
 * dtrace_aggregate_iter - call @fn for each aggregation of the enabled programs, with an entry to which nothing was
 * added and whose keys are zeros. DTRACE_AGGWALK_NEXT, ABORT and ERROR are what @fn returns.
 * return: 0; -1 with the handle's error set: EDT_CALLABORT after ERROR, else why one of them is not known.
 */
int dtrace_aggregate_iter(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_print(dtrace_hdl_t *dtp, FILE *out, dtrace_aggregate_walk_f *walk);
void dtrace_aggregate_clear(dtrace_hdl_t *dtp);
/*
 * Walks over all entries: unsorted; as the options aggsort* say; by key, by value, least first; rev: greatest
 * first. They go variable by variable; keyvar and valvar leave that out: all variables in one order.
 */
dtrace_aggregate_walk_f dtrace_aggregate_walk, dtrace_aggregate_walk_sorted, dtrace_aggregate_walk_keysorted,
	dtrace_aggregate_walk_valsorted, dtrace_aggregate_walk_keyrevsorted, dtrace_aggregate_walk_valrevsorted,
	dtrace_aggregate_walk_keyvarsorted, dtrace_aggregate_walk_valvarsorted;
int dtrace_aggregate_walk_joined(dtrace_hdl_t *dtp, dtrace_aggvarid_t *vars, int count,
				 dtrace_aggregate_walk_joined_f *fn, void *arg);

/*
 * ---- records as typed values (docs/output.md)
 *
 * With the option oformat (json, csv, folded, speedscope) dtrace_work() and dtrace_aggregate_print() write that instead of
 * text, and dtrace_output_end() completes it. dtrace_handle_output() hands the same values to functions of the consumer.
 * All that is pointed to belongs to the library, until the function returns.
 */
typedef enum dtrace_valuekind {
	DTRACE_VALUE_NONE,        /* cut off: the record has not so many bytes */
	DTRACE_VALUE_INT,         /* number */
	DTRACE_VALUE_UINT,        /* natural */
	DTRACE_VALUE_FLOAT,       /* real */
	DTRACE_VALUE_STRING,      /* bytes: up to its NUL, which is not counted; not always UTF-8 */
	DTRACE_VALUE_BYTES,       /* bytes */
	DTRACE_VALUE_ENUM,        /* enumerator */
	DTRACE_VALUE_SYMBOL,      /* symbol */
	DTRACE_VALUE_STACK,       /* stack */
	DTRACE_VALUE_STRUCT,      /* list: members, with names; those of members without a name are among them */
	DTRACE_VALUE_ARRAY,       /* list */
	DTRACE_VALUE_DISTRIBUTION /* distribution */
} dtrace_valuekind_t;

/* An address with its name: of the kernel, or of a process. */
typedef struct dtrace_symbol {
	uint64_t addr;
	const char *text;   /* as the text output has it: "vmlinux`vfs_read+0x12" */
	const char *module; /* the kernel's, or file of a process; NULL: none is known */
	const char *name;   /* of the function or variable; NULL: not known */
	uint64_t offset;    /* addr less its beginning */
	const char *note;   /* what a program says of a frame (jstack()); NULL: nothing */
} dtrace_symbol_t;

typedef struct dtrace_value dtrace_value_t;
struct dtrace_value {
	dtrace_valuekind_t kind;
	const char *name; /* of a member; else NULL */
	const char *type; /* text of its type: of print() alone; else NULL */
	union {
		int64_t number;
		uint64_t natural;
		double real;
		struct {
			const char *data;
			size_t size;
		} bytes;
		struct {
			const char *name; /* NULL: no enumerator has this value */
			int64_t value;
		} enumerator;
		struct {
			bool is_user;
			uint32_t pid; /* of user symbols */
			dtrace_symbol_t at;
		} symbol;
		struct {
			bool is_user;
			uint32_t pid;
			const dtrace_symbol_t *frames; /* the innermost first */
			size_t count;
		} stack;
		struct {
			const dtrace_value_t *items;
			size_t count;
		} list;
		struct {
			const dtrace_bucket_t *buckets; /* those that the text output shows */
			size_t count;
			bool is_unsigned;
			int64_t total; /* of the counts, normalised */
		} distribution;
	};
};

typedef struct dtrace_text {
	const char *data; /* NULL: there is none */
	size_t size;
} dtrace_text_t;

/* One action of a firing that recorded something. */
typedef struct dtrace_outitem {
	const char *action; /* "trace", "printf", "stack", ... */
	const char *format; /* of printf() and its like; NULL: none */
	dtrace_text_t text; /* of printf() and print(): what the text output has */
	const dtrace_value_t *values;
	size_t count;
} dtrace_outitem_t;

/* One firing. */
typedef struct dtrace_outrecord {
	const dtrace_probedata_t *probe;
	bool has_timestamp, has_flow; /* with the options temporal and flowindent */
	const dtrace_outitem_t *items;
	size_t count;
} dtrace_outrecord_t;

/* The value of one aggregation for the keys of a row. */
typedef struct dtrace_outcell {
	const char *name;           /* of the aggregation without its @; NULL: of a program compiled elsewhere */
	const char *function;       /* "count", "quantize", ... */
	uint64_t normal;            /* what normalize() said; 1: nothing */
	dtrace_value_t value;       /* NONE: it does not have these keys */
	const dtrace_value_t *cpus; /* with the option aggpercpu: of each CPU */
	size_t cpu_count;
} dtrace_outcell_t;

/* Keys with their values: of one aggregation, or of those that one printa() has. */
typedef struct dtrace_outrow {
	const char *format; /* of printa(), with the text that it makes; NULL: none */
	dtrace_text_t text;
	bool is_final; /* printed because tracing has ended, by no printa() */
	const dtrace_value_t *keys;
	size_t key_count;
	const dtrace_outcell_t *cells;
	size_t cell_count;
} dtrace_outrow_t;

typedef struct dtrace_outstart {
	unsigned int keys; /* the most that an aggregation of the enabled programs has */
} dtrace_outstart_t;

typedef struct dtrace_outend {
	int status; /* argument of exit() */
	uint64_t records, rows, errors;
	const uint64_t *drops; /* by dtrace_dropkind_t, drop_count of them */
	size_t drop_count;
} dtrace_outend_t;

/*
 * What is called for each part; NULL: for this, nothing. @out: where dtrace_work() or dtrace_aggregate_print() prints,
 * or the file of freopen().
 * return:  0, or -1: the call that brought it fails.
 */
typedef struct dtrace_outputops {
	int (*start)(dtrace_hdl_t *dtp, FILE *out, const dtrace_outstart_t *start, void *arg);
	int (*record)(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, void *arg);
	int (*row)(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, void *arg);
	int (*drop)(dtrace_hdl_t *dtp, FILE *out, const dtrace_dropdata_t *drop, void *arg);
	int (*error)(dtrace_hdl_t *dtp, FILE *out, const dtrace_errdata_t *error, void *arg);
	int (*end)(dtrace_hdl_t *dtp, FILE *out, const dtrace_outend_t *end, void *arg);
} dtrace_outputops_t;

/* @ops is kept; NULL: as the option oformat says again. Before dtrace_go(). */
int dtrace_handle_output(dtrace_hdl_t *dtp, const dtrace_outputops_t *ops, void *arg);
/*
 * dtrace_output_end - complete the output after the last dtrace_work() and dtrace_aggregate_print(). Nothing for text, and
 * nothing the second time. dtrace_output_why - what the format could not hold, "" when it held everything.
 */
int dtrace_output_end(dtrace_hdl_t *dtp, FILE *out);
const char *dtrace_output_why(dtrace_hdl_t *dtp);
/*
 * ---- a page of the run in HTML (docs/report.md)
 *
 * Beside the text, or whatever else is put out: rows of aggregations, losses and errors are collected in memory (48 MB
 * at most) from dtrace_go() on.
 *
 * dtrace_report_open - before dtrace_go(). -1: @path cannot be written, and dtrace_errmsg() says why; nothing is left
 * there.
 * dtrace_report_command, dtrace_report_source - what the page shows as the command, and as a program; copied.
 * dtrace_report_write - the page, when tracing has ended and all is printed; it takes the place of what was there at
 * once, or not at all. @why: a few words for what has ended tracing, NULL: as the library knows. @is_complete:
 * everything was printed.
 * dtrace_report_why - what the page does not have; "": it has everything.
 */
int dtrace_report_open(dtrace_hdl_t *dtp, const char *path);
int dtrace_report_command(dtrace_hdl_t *dtp, int argc, char *const *argv);
int dtrace_report_source(dtrace_hdl_t *dtp, const char *name, const char *text, size_t size);
int dtrace_report_write(dtrace_hdl_t *dtp, const char *why, bool is_complete);
const char *dtrace_report_why(dtrace_hdl_t *dtp);
const char *dtrace_dropname(dtrace_dropkind_t kind); /* "principal", "aggregation", ... */

/*
 * ---- symbols, attributes, text
 * Of the kernel: read when first asked, and again when modules have come or gone since records were last taken over
 * (dtrace_work() and what it consists of), or after dtrace_update(). Names are borrowed until then.
 */
typedef struct dtrace_syminfo {
	const char *object, *name;
	uint64_t addr, size;
} dtrace_syminfo_t;
int dtrace_lookup_by_addr(dtrace_hdl_t *dtp, uint64_t addr, dtrace_syminfo_t *ret);
int dtrace_lookup_by_name(dtrace_hdl_t *dtp, const char *object, const char *name, dtrace_syminfo_t *ret);
int dtrace_addr2str(dtrace_hdl_t *dtp, uint64_t addr, char *buf, size_t size);
void dtrace_update(dtrace_hdl_t *dtp);
/* why addresses of the kernel have no names; "" when they have, or nobody asked */
const char *dtrace_symbols_why(dtrace_hdl_t *dtp);
/* Write the files of -x ctypes and dtypes, in BTF; nothing without these options. 0, or -1 with the error set. */
int dtrace_types_write(dtrace_hdl_t *dtp);
const char *dtrace_stability_name(unsigned int stability);
const char *dtrace_class_name(unsigned int class_);
char *dtrace_attr2str(struct dtrace_attribute attr, char *buf, size_t size);
int dtrace_str2attr(const char *text, struct dtrace_attribute *ret);

#ifdef __cplusplus
}
#endif

#endif

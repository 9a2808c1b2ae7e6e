/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracee/request.h - places in a process, told the core in batches. */
#ifndef LDT_TRACEE_REQUEST_H
#define LDT_TRACEE_REQUEST_H

#include "process/process.h"
#include "tracee/tracee.h"

#define LDT_REQUEST_SITES 1024 /* of one item; the core puts items of the same names together */

struct ldt_request {
	struct dtrace_hdl *dtp;
	uint32_t pid;
	ldt_tracee_refused_f *refused;
	void *arg;
	/* the description as it was enabled, if it is of processes to come: it means the probes; else NULL */
	const struct dtrace_probedesc *means;
	uint64_t sites, refusals;      /* told the core, or refused before that; refused */
	char reason[DTRACE_REASONLEN]; /* of the last refusal; "": there was none */
	int error;                     /* errno of the first batch that failed */
	/* of the program's own, with its attributes; "": pid */
	char provider[DTRACE_PROVNAMELEN];
	struct dtrace_pattr attr;
	/* the item that is being put together; no sites: none is */
	struct dtrace_processsite item_sites[LDT_REQUEST_SITES];
	struct dtrace_processpart parts[DTRACE_PROCESS_PARTS_MAX];
	size_t site_count, part_count;
	uint64_t function; /* address */
	char module[DTRACE_MODNAMELEN], name_of_function[DTRACE_FUNCNAMELEN], name[DTRACE_NAMELEN];
	/* items that are complete */
	uint8_t *buffer;
	size_t used;
	uint32_t count;
};

/* A site of a probe that the program defines. All is borrowed for the call. */
struct ldt_defined_site {
	const char *module, *function, *name;
	uint64_t addr;        /* in the process */
	int64_t offset;       /* in its function; not 0 when that is not known */
	const uint8_t *bytes; /* the instruction */
	unsigned int length;
	uint64_t moved, semaphore; /* struct dtrace_processusdt */
	const struct dtrace_usdt_arg *args;
	unsigned int arg_count;
	const char *const *types; /* of the arguments, then of those that programs of D see */
	bool is_mapped;
	unsigned int seen_count;
	uint8_t from[DTRACE_USDT_ARGS_MAX];
};

/* A function of locks. All is borrowed for the call. */
struct ldt_lock_function {
	const char *module, *function;
	const struct dtrace_processlock *lock;
	const struct dtrace_processsite *sites; /* by address */
	size_t site_count;                      /* at most LDT_REQUEST_SITES */
};

/*
 * ldt_request_begin - nothing is told yet. ldt_request_site - one site; false: no more are wanted, for
 * request->error is set. ldt_request_defined - the same of the program's own provider of that name and
 * attributes. ldt_request_lock - a function of the provider plockstat. ldt_request_refuse - @count sites, or
 * functions, which are in request->sites, are refused. ldt_request_end - all have been told when it returns, or
 * request->error is set.
 */
bool ldt_request_begin(struct ldt_request *request, struct dtrace_hdl *dtp, uint32_t pid, ldt_tracee_refused_f *refused,
		       void *arg);
bool ldt_request_site(struct ldt_request *request, const struct ldt_site *site);
bool ldt_request_defined(struct ldt_request *request, const char *provider, const struct dtrace_pattr *attr,
			 const struct ldt_defined_site *site);
bool ldt_request_lock(struct ldt_request *request, const struct dtrace_pattr *attr,
		      const struct ldt_lock_function *function);
void ldt_request_refuse(struct ldt_request *request, const char *reason, uint32_t count);
void ldt_request_end(struct ldt_request *request);

#endif

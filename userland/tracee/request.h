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
	uint64_t sites, refusals; /* told the core, or refused before that; refused */
	int error;                /* errno of the first batch that failed */
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

/*
 * ldt_request_begin - nothing is told yet. ldt_request_site - one site; false: no more are wanted, for
 * request->error is set. ldt_request_end - all have been told when it returns, or request->error is set.
 */
bool ldt_request_begin(struct ldt_request *request, struct dtrace_hdl *dtp, uint32_t pid, ldt_tracee_refused_f *refused,
		       void *arg);
bool ldt_request_site(struct ldt_request *request, const struct ldt_site *site);
void ldt_request_end(struct ldt_request *request);

#endif

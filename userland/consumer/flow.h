/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/flow.h - -x flowtime: which entry a return belongs to, thread by thread.
 *
 *      entry of f in thread 7   -> push { f, time } on the stack of 7
 *      return of f in thread 7  -> the topmost f on it; what is above it never returned (its probe is not enabled, it was
 *                                  jumped out of, its record was lost) and is forgotten
 */
#ifndef LDT_CONSUMER_FLOW_H
#define LDT_CONSUMER_FLOW_H

#include "consumer/consume.h"

struct ldt_flow;

/*
 * ldt_flow_note - an entry or return, in the order of time.
 * args:    @flow is made when it is NULL. @thread is its tid; threads with number 0 (idle) are told apart by @cpu. @probe
 *          must live as long as *@flow. @time is in ns.
 * return:  of a return the ns since its entry, -1 when that is not known, or without memory; -1 of an entry.
 */
int64_t ldt_flow_note(struct ldt_flow **flow, uint64_t thread, uint32_t cpu, const struct dtrace_probedesc *probe,
		      bool is_return, uint64_t time);
void ldt_flow_free(struct ldt_flow *flow); /* NULL is accepted */

#endif

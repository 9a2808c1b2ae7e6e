/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/flow.h - the lines of -F: which entry a return belongs to, and how deep it is, thread by thread.
 *
 *      entry of f in thread 7   -> push { f, time } on the stack of 7; its line is as deep as the stack was
 *      return of f in thread 7  -> the topmost f on it; what is above it never returned (its probe is not enabled, it was
 *                                  jumped out of, its record was lost) and is forgotten
 *      return of g, never entered  g's entry has no probe: its line is as deep as that of its entry would have been.
 *                                  Where the program does not ask for the return of the topmost function, g is what the
 *                                  program has chosen to end it
 *
 * A thread may end inside a function: what it had entered is forgotten once many other threads were seen.
 */
#ifndef LDT_CONSUMER_FLOW_H
#define LDT_CONSUMER_FLOW_H

#include "consumer/consume.h"

struct ldt_flow;

struct ldt_flow_firing {
	uint64_t thread;                      /* its tid */
	uint32_t cpu;                         /* tells threads with number 0 (idle) apart */
	const struct dtrace_probedesc *probe; /* must live as long as the flow */
	dtrace_flowkind_t kind;
	bool closed;   /* of an entry: the function's return is enabled, too */
	uint64_t time; /* ns */
};

struct ldt_flow_line {
	uint32_t depth;  /* functions around it */
	int64_t elapsed; /* of a return: ns since its entry; else, and when that is not known, -1 */
};

/*
 * ldt_flow_note - a firing, in the order of time.
 * args:    @flow is made when it is NULL.
 * return:  *@ret; without memory depth 0 and elapsed -1.
 */
void ldt_flow_note(struct ldt_flow **flow, const struct ldt_flow_firing *firing, struct ldt_flow_line *ret);
void ldt_flow_free(struct ldt_flow *flow); /* NULL is accepted */

#endif

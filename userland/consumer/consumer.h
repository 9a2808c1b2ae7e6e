/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/consumer.h - the consuming half of libdtrace: buffers are taken and walked, records printed, aggregations
 * summed.
 *
 *      BUFSNAP --> per-CPU buffers --walk--> firing --> groups of records --> trace / printf / printa / stack --> FILE
 *      AGGSNAP --> per-CPU deltas --add--> one hash of keys per handle --sort--> walks, printa, final print
 *
 * The records of one D statement have one number (uarg): they are a group, and a group is printed
 * as a whole. The rest of the library uses only this header: the state in the handle. Programs call
 * the functions of dtrace.h.
 */
#ifndef LDT_CONSUMER_CONSUMER_H
#define LDT_CONSUMER_CONSUMER_H

#include "handle/handle.h"

/* Made with the handle, freed with it. NULL without memory; destroy accepts NULL. */
struct ldt_consume *ldt_consume_create(struct dtrace_hdl *dtp);
void ldt_consume_destroy(struct ldt_consume *consume);
struct ldt_aggregate *ldt_aggregate_create(void);
void ldt_aggregate_destroy(struct ldt_aggregate *aggregate);

#endif

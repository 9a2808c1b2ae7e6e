/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/record.h - walking the records of one firing: callbacks, printing, library actions. */
#ifndef LDT_CONSUMER_RECORD_H
#define LDT_CONSUMER_RECORD_H

#include "consumer/consume.h"

struct ldt_value;

struct ldt_walk {
	struct dtrace_hdl *dtp;
	FILE *out; /* as given: NULL sends text to the buffered handler */
	dtrace_consume_probe_f *probe;
	dtrace_consume_rec_f *rec;
	void *arg;
	dtrace_probedata_t data; /* of the firing */
};

/* One statement: consecutive records of the firing with one uarg. */
struct ldt_statement {
	uint32_t first, count;          /* records first .. first + count - 1 */
	const struct ldt_value *values; /* those records that have data; valid until the next statement */
	size_t value_count;
	uint32_t format;   /* id, 0: none */
	unsigned int kind; /* of the first record */
};

/* ldt_walk_open - make sure that there is somewhere to print to. 0 or -1. */
int ldt_walk_open(struct ldt_walk *walk);

/* ldt_walk_firing - one firing, described by walk->data. 0 or -1. */
int ldt_walk_firing(struct ldt_walk *walk);

#endif

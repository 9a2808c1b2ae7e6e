/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/record.h - walking the records of one firing: callbacks, printing, library actions. */
#ifndef LDT_CONSUMER_RECORD_H
#define LDT_CONSUMER_RECORD_H

#include "consumer/consume.h"

struct ldt_walk {
	struct dtrace_hdl *dtp;
	FILE *out; /* as given: NULL sends text to the buffered handler */
	dtrace_consume_probe_f *probe;
	dtrace_consume_rec_f *rec;
	void *arg;
	struct ldt_epid *epid;   /* of the firing */
	dtrace_probedata_t data; /* the same */
};

/* ldt_walk_open - make sure that there is somewhere to print to. 0 or -1. */
int ldt_walk_open(struct ldt_walk *walk);

/* ldt_walk_firing - one firing, described by walk->epid and walk->data. 0 or -1. */
int ldt_walk_firing(struct ldt_walk *walk);

#endif

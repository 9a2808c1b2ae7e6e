/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* collect.h - the programs, enabled and running; what they aggregate, collected. */
#ifndef EXPORT_COLLECT_H
#define EXPORT_COLLECT_H

#include <pthread.h>

#include <dtrace.h>

#include "export.h"
#include "metrics.h"
#include "state.h"
#include "text.h"

struct exporter {
	pthread_mutex_t lock;
	pthread_cond_t collected;
	uint64_t wanted, done;  /* [lock] collections: asked for; of these, those that have ended */
	bool has_ended;         /* [lock] there will be none any more */
	struct metrics metrics; /* [lock] changed by the thread that traces */
	struct own own;         /* [lock] the same */
	dtrace_hdl_t *dtp;
	const struct options *options;
	char *name; /* of the program; owned */
	struct state state;
	uint64_t last_said, unsaid; /* messages of drops and errors: ns, how many since then */
	bool has_said_printa, has_said_save;
};

/*
 * collect_open - compile and enable the programs, and make their families; no probe fires yet. collect_close - the mirror.
 * collect_run - trace until a signal, exit() or an error; END and all that is left are collected.
 * return:  0, or the exit status, with the reason said on stderr.
 * context: one thread, the same for all three.
 */
int collect_open(struct exporter *exporter, struct options *options);
int collect_run(struct exporter *exporter);
void collect_close(struct exporter *exporter);

/* collect_stop - end collect_run(). May be called in a signal's handler. */
void collect_stop(void);

/*
 * collect_fresh - wait for values that are younger than the call; then the lock is held, and the caller unlocks it.
 * return:  0; -1 when there were none in five seconds: the lock is not held.
 * context: any thread but the one that traces.
 */
int collect_fresh(struct exporter *exporter);

#endif

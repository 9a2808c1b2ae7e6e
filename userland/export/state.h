/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * state.h - the values in a file, so that counters go on after a restart.
 *
 * Lines of words. It is written beside and renamed, so that it is always whole; a second file, PATH.lock, is locked while
 * it is in use. It says when it was saved, and whether that was the end:
 *
 *      anytrace-export 1
 *      saved 1700000000.250 clean|running
 *      restarts CLEAN UNCLEAN          untraced SECONDS         forgotten SERIES
 *      errors COUNT                    left_out COUNT           drops KIND COUNT
 *      family NAME FUNCTION PARAMETER LABELS WORDS
 *      label NAME                      for each
 *      series WORD ...
 *      =TEXT                           for each label; \ and newline as \\ and \n
 *      end
 */
#ifndef EXPORT_STATE_H
#define EXPORT_STATE_H

#include "metrics.h"
#include "text.h"

struct state {
	char *path;  /* NULL: there is none */
	int lock;    /* of PATH.lock; -1: none */
	bool is_old; /* there was a file: this is a restart */
	bool was_clean;
	double saved; /* when, s since 1970 */
};

/*
 * state_open - lock it. state_close - the mirror; accepts one that was not opened, zeroed.
 * return:  0; -1 with the reason said on stderr: another process has it, no such folder.
 */
int state_open(struct state *state, const char *path);
void state_close(struct state *state);

/*
 * state_load - add what it has to the series of families of the same name, function, labels and buckets. There may be no
 * file yet.
 * return:  0; -1 with the reason said on stderr: it cannot be read, or is not whole.
 */
int state_load(struct state *state, struct metrics *metrics, struct own *own);
/* state_begin - tracing begins: count the restart, and the time that nothing was traced. */
void state_begin(const struct state *state, struct own *own, double now);

/* state_save - 0, or -1 with errno; the file is as it was then. */
int state_save(const struct state *state, const struct metrics *metrics, const struct own *own, bool is_end);

#endif

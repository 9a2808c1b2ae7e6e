/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * progress.h - a line on the terminal while a step of the command takes long: "dtrace: arming 65,536 probes... 3 s".
 *
 *      main thread:   begin ---- a command of the engine, a compilation: nothing returns for seconds ---- end
 *      this thread:          wait 2 s, draw, wait 1 s, draw, ...                                       erase
 *
 * The line is on standard error, never in a pipe or a file, and gone when the step ends. Its thread takes no signals:
 * they interrupt the main thread as if it were not there.
 */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * progress_allow - steps may be shown from now on, if standard error is a terminal.
 * context: once. Before it, and without a thread or memory for it, the other functions do nothing.
 */
void progress_allow(void);

/*
 * progress_begin - a step begins; one that has not ended, ends. It is shown after 2 s, soon (after 0.5 s) if it is known
 * to take long.
 * args:   the step in words that fit between "dtrace: " and "...".
 */
void progress_begin(bool is_long, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void progress_end(void); /* also without a step */

/* progress_probes - the steps "arming" and "disarming" (@verb) of @count probes. */
void progress_probes(const char *verb, uint64_t count);

/* progress_pause - the line is erased and is not drawn again until progress_resume(): for messages in between. */
void progress_pause(void);
void progress_resume(void);

/* progress_over - after the last step: its thread has ended. */
void progress_over(void);

#endif

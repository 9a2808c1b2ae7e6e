/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * watch.h - processes that have mapped something new wait until the consumers that watch them have looked at it.
 *
 * Theory. A consumer that traces what does not exist yet (`pid*:libfoo.so:f:entry`, a library that will be
 * loaded) has a watch. The system tells of each process that has mapped something it may execute, in that process,
 * before it executes any of it (os/process.h). If one of the files is one that the consumer has not judged yet, the
 * process waits there, and the consumer gets news of it:
 *
 *      process: mapped() -> something unknown? -no--------------------------------> goes on
 *                             | yes: news, into the queue of each watch
 *                             v
 *                           wait() <------------ answer: all watches have answered -> goes on
 *                             |  time is over: it goes on, the loss is counted, and if the consumer has not
 *                             |  asked for anything meanwhile nobody waits for it until it does
 *                             `- it is killed, or the consumer ends: it goes on
 *
 *      consumer: poll() -> NEWS -> looks, makes probes by PROCESS -> NEWS with the answer -> ...
 *
 * A watch remembers two kinds of places: files of which nothing is wanted (`plain`), in whatever process; and
 * places that it has looked at (`seen`), of one memory. Both are in one table of a fixed size; when it is full, all is
 * forgotten, and learnt again: processes wait more often, nothing is lost.
 *
 * Which processes: those whose memory it has named; with `all` every other one, too, but for the consumer itself and
 * what descends from it, which it may wait for. The processes that it has named are meant, with their children.
 *
 * Locks: [B] watches begin and end; [H] all else.
 */
#ifndef CORE_WATCH_H
#define CORE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/ioctl.h>

struct dt_watch;
struct os_event;

/*
 * dt_watch_begin - a watch of the process that calls, which names no process yet.
 * return:  0 and *@ret, for dt_watch_free(); -OS_EOPNOTSUPP this system has no way; -OS_ENOMEM.
 * context: process, may sleep.
 */
int dt_watch_begin(struct dt_watch **ret);

/*
 * dt_watch_end - nobody waits for it any more, from now on; its counts stay. dt_watch_free - the same, and free it;
 * accepts NULL.
 * context: process, may sleep.
 */
void dt_watch_end(struct dt_watch *watch);
void dt_watch_free(struct dt_watch *watch);

/*
 * dt_watch_all - every process is meant. dt_watch_memory - one memory, that of process @pid now; with all, what
 * descends from that process is meant, too.
 * args:    @patience ns, how long a process waits at most.
 * return:  0; -OS_ENOSPC: it has named too many.
 * context: process.
 */
void dt_watch_all(struct dt_watch *watch, uint64_t patience);
int dt_watch_memory(struct dt_watch *watch, uint64_t memory, uint32_t pid, uint64_t patience);

/*
 * dt_watch_next - take an answer, give the next news.
 * args:    @news as struct dtrace_news (dtrace/ioctl.h) says; its in members are checked here.
 * return:  0; -OS_EINVAL.
 * context: process.
 */
int dt_watch_next(struct dt_watch *watch, struct dtrace_news *news);

/* dt_watch_event - set while there is news. It stays until dt_watch_free(). Context: any. */
struct os_event *dt_watch_event(struct dt_watch *watch);

/* dt_watches_init, dt_watches_fini - no watch is there before, nor after. Context: process. */
void dt_watches_init(void);
void dt_watches_fini(void);

#endif

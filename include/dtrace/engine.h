/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine.h - the host engine: the whole core in the consumer's own process (core/ + os/host),
 * reached with the commands of ioctl.h. It needs no module and no privilege and runs the providers
 * dtrace and profile. Thread-safe.
 */
#ifndef DTRACE_ENGINE_H
#define DTRACE_ENGINE_H

#include <stdint.h>

struct dtrace_host;

/*
 * dtrace_host_open - make one consumer state in this process; the first one starts the core, the last close ends it.
 * return:  0 and *@ret, which dtrace_host_close() frees; or a negative errno, *@ret untouched.
 */
int dtrace_host_open(struct dtrace_host **ret);

/* dtrace_host_close - end tracing of this state and free it. NULL is accepted. */
void dtrace_host_close(struct dtrace_host *host);

/*
 * dtrace_host_ioctl - one command of ioctl.h; @arg is the address of its structure in this process.
 * return:  0 or a negative errno.
 */
int dtrace_host_ioctl(struct dtrace_host *host, uint32_t command, void *arg);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * serve.h - HTTP, by libmicrohttpd, in a thread of its own: GET and HEAD of / and /metrics. No encryption, no passwords:
 * the address is this machine's own unless the user names another.
 */
#ifndef EXPORT_SERVE_H
#define EXPORT_SERVE_H

#include <stddef.h>

#include "collect.h"

struct server;

/*
 * serve_listen - a socket for "ADDRESS:PORT", "[ADDRESS]:PORT" or "NAME:PORT"; port 0: one that is free.
 * args:    @where: room for the address and port that it has.
 * return:  the socket; else an exit status, negated, with the reason said on stderr.
 */
int serve_listen(const char *address, char *where, size_t size);

/*
 * serve_start - answer requests. @descriptor: of serve_listen(), the server's from now on. NULL: it cannot be.
 * serve_stop - no request is being answered any more when it returns; accepts NULL.
 */
struct server *serve_start(struct exporter *exporter, int descriptor);
void serve_stop(struct server *server);

/* serve_format - which format the header Accept of a request asks for; NULL: there is none. */
enum format serve_format(const char *accept);

#endif

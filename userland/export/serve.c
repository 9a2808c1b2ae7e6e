/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * serve.c - the socket, and the answers.
 *
 * Sections: listening; answers; the server.
 */
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve.h"

#define CONNECTIONS 64
#define TIMEOUT     30 /* s without a byte, then a connection is closed */

struct server {
	struct MHD_Daemon *daemon;
	struct exporter *exporter;
};

/* ---- listening ------------------------------------------------------------------------------- */

/* "HOST:PORT" into its parts; the brackets of "[::1]:80" are not the host's. */
static bool split(const char *address, char *host, size_t size, const char **port_ret)
{
	const char *colon = strrchr(address, ':');
	size_t length = colon ? (size_t)(colon - address) : 0;
	char *end;

	if (length == 0 || length >= size || colon[1] < '0' || colon[1] > '9' || strtoul(colon + 1, &end, 10) > 65535 ||
	    *end)
		return false;
	memcpy(host, address, length);
	host[length] = '\0';
	if (host[0] == '[' && host[length - 1] == ']') {
		memmove(host, host + 1, length - 2);
		host[length - 2] = '\0';
	} else if (strchr(host, ':')) {
		return false;
	}
	*port_ret = colon + 1;
	return true;
}

/* "127.0.0.1:10430", "[::1]:10430" */
static void name_socket(int descriptor, char *where, size_t size)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char host[128] = "?", port[16] = "?";

	if (getsockname(descriptor, (struct sockaddr *)&address, &length) == 0)
		getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port, sizeof(port),
			    NI_NUMERICHOST | NI_NUMERICSERV);
	snprintf(where, size, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

static int listen_at(const struct addrinfo *found)
{
	int descriptor = socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol), one = 1,
	    error;

	if (descriptor == -1)
		return -1;
	setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 && listen(descriptor, CONNECTIONS) == 0)
		return descriptor;
	error = errno;
	close(descriptor);
	errno = error;
	return -1;
}

int serve_listen(const char *address, char *where, size_t size)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV }, *found;
	const char *port;
	char host[256];
	int error, descriptor;

	if (!split(address, host, sizeof(host), &port)) {
		say("--listen %s: not ADDRESS:PORT, for example 127.0.0.1:10430 or [::1]:10430", address);
		return -EXIT_USAGE;
	}
	error = getaddrinfo(host, port, &hints, &found);
	if (error) {
		say("--listen %s: %s", address, gai_strerror(error));
		return -EXIT_ERROR;
	}
	descriptor = listen_at(found);
	if (descriptor == -1)
		say("--listen %s: %s", address, strerror(errno));
	else
		name_socket(descriptor, where, size);
	freeaddrinfo(found);
	return descriptor == -1 ? -EXIT_ERROR : descriptor;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* @text: malloc'ed, the response's from now on; NULL: there was no memory. */
static enum MHD_Result answer(struct MHD_Connection *connection, unsigned int status, const char *type, char *text,
			      const char *header, const char *value)
{
	struct MHD_Response *response;
	enum MHD_Result result;

	if (!text)
		return MHD_NO;
	response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(text);
		return MHD_NO;
	}
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	if (header)
		MHD_add_response_header(response, header, value);
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result answer_line(struct MHD_Connection *connection, unsigned int status, const char *line)
{
	return answer(connection, status, "text/plain; charset=utf-8", strdup(line), NULL, NULL);
}

/* The metrics as text, malloc'ed; NULL without memory. The lock is held. */
static char *metrics_text(const struct exporter *exporter, enum format format)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	bool is_bad;

	if (!out)
		return NULL;
	text_write(out, format, &exporter->metrics, &exporter->own);
	is_bad = ferror(out) != 0;
	if (fclose(out) == EOF || is_bad) {
		free(text);
		return NULL;
	}
	return text;
}

static enum MHD_Result answer_metrics(struct exporter *exporter, struct MHD_Connection *connection)
{
	static const char *const types[] = {
		[FORMAT_PROMETHEUS] = "text/plain; version=0.0.4; charset=utf-8",
		[FORMAT_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
	};
	enum format format =
		serve_format(MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT));
	char *text;

	if (collect_fresh(exporter) == -1)
		return answer_line(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
				   "The tracer has not delivered its counts within five seconds.\n");
	text = metrics_text(exporter, format);
	pthread_mutex_unlock(&exporter->lock);
	if (!text)
		return answer_line(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "Out of memory.\n");
	return answer(connection, MHD_HTTP_OK, types[format], text, MHD_HTTP_HEADER_VARY, "Accept");
}

static enum MHD_Result answer_page(struct MHD_Connection *connection)
{
	static const char page[] =
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>dtrace-export</title></head>\n"
		"<body><h1>dtrace-export</h1><p>What D programs aggregate: <a href=\"/metrics\">/metrics</a></p>"
		"</body></html>\n";

	return answer(connection, MHD_HTTP_OK, "text/html; charset=utf-8", strdup(page), NULL, NULL);
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
				  const char *version, const char *upload, size_t *upload_size, void **context)
{
	struct server *server = arg;
	bool is_metrics = strcmp(url, "/metrics") == 0, is_page = strcmp(url, "/") == 0;

	(void)version;
	(void)upload;
	(void)upload_size;
	/* an answer to the first call, when only the headers are there, closes the connection */
	if (!*context && (strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0)) {
		*context = server;
		return MHD_YES;
	}
	if (!is_metrics && !is_page)
		return answer_line(connection, MHD_HTTP_NOT_FOUND, "Not here: /metrics has the metrics.\n");
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return answer(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain; charset=utf-8",
			      strdup("Only GET and HEAD.\n"), MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	return is_metrics ? answer_metrics(server->exporter, connection) : answer_page(connection);
}

/* ---- the server ------------------------------------------------------------------------------ */

struct server *serve_start(struct exporter *exporter, int descriptor)
{
	struct server *server = calloc(1, sizeof(*server));

	if (server) {
		server->exporter = exporter;
		server->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL, NULL,
						  on_request, server, MHD_OPTION_LISTEN_SOCKET, descriptor,
						  MHD_OPTION_CONNECTION_LIMIT, (unsigned int)CONNECTIONS,
						  MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)TIMEOUT, MHD_OPTION_END);
	}
	if (server && server->daemon)
		return server;
	say("the web server does not start");
	close(descriptor);
	free(server);
	return NULL;
}

void serve_stop(struct server *server)
{
	if (!server)
		return;
	MHD_stop_daemon(server->daemon);
	free(server);
}

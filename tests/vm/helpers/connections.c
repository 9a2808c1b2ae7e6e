// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * connections - connections and datagrams in known numbers over the loopback device, for tests of
 * what is told about them. Port 6001 is served; nobody listens at 6002.
 *
 *   connections up             the device
 *   connections client 4|6 N   N connections by IPv4 or IPv6, one after the other: 100 bytes from
 *                              the client, 300 back; the client closes first
 *   connections server 4|6 N   the same; the server closes first
 *   connections half 4|6 N     the same; the client shuts its half down, and closes after the server
 *   connections late 4|6 N     the same; the client closes, the server 0.3 seconds later
 *   connections linger 4|6 N   the same; the client closes, the server two seconds later
 *   connections mapped 4 N     as client; the server's socket is one of IPv6 that takes both
 *   connections reset 4|6 N    the same; the client resets
 *   connections refused 4|6 N  N attempts that are refused
 *   connections listen N       N times a socket that listens, and is closed
 *   connections udp 4|6 N      N datagrams of 50 bytes, each to be received before the next
 *   connections unheard 4|6 N  N datagrams to the port at which nobody listens
 *
 * The clients' ports are printed, one a line.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define SERVED   6001
#define UNSERVED 6002
#define REQUEST  100
#define REPLY    300

union address {
	struct sockaddr any;
	struct sockaddr_in four;
	struct sockaddr_in6 six;
};

static void must(bool done, const char *what)
{
	if (done)
		return;
	perror(what);
	exit(1);
}

static void up(void)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };

	must(fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0, "lo");
	close(fd);
}

static union address loopback(int family, uint16_t port)
{
	union address address;

	memset(&address, 0, sizeof(address));
	if (family == AF_INET6)
		address.six = (struct sockaddr_in6){ .sin6_family = AF_INET6,
						     .sin6_port = htons(port),
						     .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	else
		address.four = (struct sockaddr_in){ .sin_family = AF_INET,
						     .sin_port = htons(port),
						     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	return address;
}

static int bound(int family, int type, bool any)
{
	union address address = loopback(family, SERVED);
	int fd = socket(family, type, 0), one = 1;

	must(fd >= 0, "socket");
	if (any)
		address.six.sin6_addr = in6addr_any;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	must(bind(fd, &address.any, sizeof(address)) == 0, "bind");
	return fd;
}

/* A socket that has a port of its own, which is printed. */
static int reach(int family, int type, uint16_t port)
{
	union address address = loopback(family, port);
	socklen_t size = sizeof(address);
	int fd = socket(family, type, 0);

	must(fd >= 0, "socket");
	if (connect(fd, &address.any, sizeof(address)) != 0) {
		must(errno == ECONNREFUSED && port == UNSERVED, "connect");
		return fd;
	}
	must(port == SERVED || type == SOCK_DGRAM, "a connection that nobody serves");
	must(getsockname(fd, &address.any, &size) == 0, "getsockname");
	printf("%d\n", ntohs(family == AF_INET6 ? address.six.sin6_port : address.four.sin_port));
	return fd;
}

static void pass(int from, int to, size_t size)
{
	char bytes[REPLY] = "";

	must(send(from, bytes, size, 0) == (ssize_t)size, "send");
	must(recv(to, bytes, size, MSG_WAITALL) == (ssize_t)size, "receive");
}

static void at_end(int fd)
{
	char byte;

	must(recv(fd, &byte, 1, 0) == 0, "the end of a connection");
}

static void finish(const char *act, int client, int server)
{
	const struct linger reset = { .l_onoff = 1 };
	char byte;

	if (strcmp(act, "server") == 0) {
		close(server);
		at_end(client);
		close(client);
		return;
	}
	if (strcmp(act, "half") == 0) {
		shutdown(client, SHUT_WR);
		at_end(server);
		close(server);
		at_end(client);
		close(client);
		return;
	}
	if (strcmp(act, "reset") == 0) {
		setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
		close(client);
		must(recv(server, &byte, 1, 0) == -1 && errno == ECONNRESET, "a reset");
	} else {
		close(client);
		at_end(server);
		if (strcmp(act, "late") == 0)
			usleep(300000);
		else if (strcmp(act, "linger") == 0)
			sleep(2);
	}
	close(server);
}

static void converse(const char *act, int family, int count)
{
	bool any = strcmp(act, "mapped") == 0;
	int listener = bound(any ? AF_INET6 : family, SOCK_STREAM, any), client, server;

	must(listen(listener, 8) == 0, "listen");
	for (; count > 0; count--) {
		client = reach(family, SOCK_STREAM, SERVED);
		server = accept(listener, NULL, NULL);
		must(server >= 0, "accept");
		pass(client, server, REQUEST);
		pass(server, client, REPLY);
		finish(act, client, server);
	}
	close(listener);
}

static void listen_only(int count)
{
	int fd;

	for (; count > 0; count--) {
		fd = bound(AF_INET, SOCK_STREAM, false);
		must(listen(fd, 8) == 0, "listen");
		close(fd);
	}
}

static void datagrams(int family, int count)
{
	int server = bound(family, SOCK_DGRAM, false), client = reach(family, SOCK_DGRAM, SERVED);

	for (; count > 0; count--)
		pass(client, server, 50);
}

static void unheard(int family, int count)
{
	char bytes[50] = "";
	int fd;

	for (; count > 0; count--) {
		fd = reach(family, SOCK_DGRAM, UNSERVED);
		must(send(fd, bytes, sizeof(bytes), 0) == sizeof(bytes), "send");
		close(fd);
	}
}

int main(int argc, char **argv)
{
	const char *act = argc > 1 ? argv[1] : "";
	int family = argc > 2 && atoi(argv[2]) == 6 ? AF_INET6 : AF_INET;
	int count = argc > 3 ? atoi(argv[3]) : 1;

	if (strcmp(act, "up") == 0)
		up();
	else if (strcmp(act, "listen") == 0)
		listen_only(argc > 2 ? atoi(argv[2]) : 1);
	else if (strcmp(act, "udp") == 0)
		datagrams(family, count);
	else if (strcmp(act, "unheard") == 0)
		unheard(family, count);
	else if (strcmp(act, "refused") == 0)
		for (; count > 0; count--)
			close(reach(family, SOCK_STREAM, UNSERVED));
	else
		converse(act, family, count);
	return 0;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * nfspeer serve DOMAIN, nfspeer mount SOURCE FOLDER OPTIONS
 *
 * The two programs that the kernel's server of NFS needs, rpcbind and mountd, as far as it needs them.
 * serve: on port 111 of the loopback device, over TCP, every registration of rpcbind succeeds, and
 * MOUNT3 gets the file handle that the kernel makes of a path for clients of the domain; it goes to the
 * background when it can be asked. mount: mount(2) of a file system `nfs` by its own text, without a program for it.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT         111
#define CALL_MAX     4096
#define REPLY_WORDS  32
#define LAST         0x80000000u /* of the fragments of a record */
#define PROGRAM_BIND 100000
#define MOUNT_MNT    1

static int read_all(int from, void *to, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read(from, (char *)to + done, size - done);

		if (n <= 0)
			return -1;
		done += (size_t)n;
	}
	return 0;
}

/* The kernel's handle of a path: its words after @reply, length first; 0: it makes none. */
static size_t handle_of(const char *domain, const char *path, uint32_t *reply)
{
	char text[512];
	unsigned char *bytes = (unsigned char *)(reply + 1);
	int file = open("/proc/fs/nfsd/filehandle", O_RDWR);
	int length = snprintf(text, sizeof(text), "%s %s 64\n", domain, path), i;
	ssize_t got = -1;

	if (file >= 0 && write(file, text, (size_t)length) == length)
		got = read(file, text, sizeof(text) - 1);
	close(file);
	if (got < 4 || strncmp(text, "\\x", 2) != 0) {
		fprintf(stderr, "no handle of %s: %s\n", path, strerror(errno));
		return 0;
	}
	text[got] = '\0';
	for (i = 0; sscanf(text + 2 + 2 * i, "%2hhx", &bytes[i]) == 1;)
		i++;
	reply[0] = htonl((uint32_t)i);
	return 1 + ((size_t)i + 3) / 4;
}

/* Where the arguments of a call are: after its credentials and their verifier. */
static const uint32_t *arguments_of(const uint32_t *call)
{
	const uint32_t *at = call + 6;
	int i;

	for (i = 0; i < 2; i++)
		at += 2 + (ntohl(at[1]) + 3) / 4;
	return at;
}

/* One record of a call; -1: there are no more. */
static int serve_call(int client, const char *domain)
{
	uint32_t call[CALL_MAX / 4 + 1] = { 0 }, reply[REPLY_WORDS] = { 0 }, mark;
	size_t words = 7;

	if (read_all(client, &mark, 4) != 0 || !(ntohl(mark) & LAST) || (ntohl(mark) & ~LAST) > CALL_MAX ||
	    read_all(client, call, ntohl(mark) & ~LAST) != 0)
		return -1;
	reply[1] = call[0]; /* then: a reply, accepted, no verifier, a success */
	reply[2] = htonl(1);
	if (ntohl(call[3]) == PROGRAM_BIND) {
		reply[words++] = htonl(1);
	} else if (ntohl(call[5]) == MOUNT_MNT) {
		const uint32_t *path = arguments_of(call);
		char text[256];
		size_t handle;

		snprintf(text, sizeof(text), "%.*s", (int)ntohl(path[0]), (const char *)(path + 1));
		handle = handle_of(domain, text, reply + words + 1);
		reply[words] = handle ? 0 : htonl(13); /* MNT3ERR_ACCES */
		words += 1 + handle;
		if (handle) {
			reply[words++] = htonl(1); /* kinds of credentials: AUTH_SYS */
			reply[words++] = htonl(1);
		}
	}
	reply[0] = htonl(LAST | (uint32_t)((words - 1) * 4));
	return write(client, reply, words * 4) == (ssize_t)(words * 4) ? 0 : -1;
}

static int serve(const char *domain)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(PORT) };
	int listener = socket(AF_INET, SOCK_STREAM, 0), client, one = 1;

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(listener, (struct sockaddr *)&address, sizeof(address)) != 0 || listen(listener, 8) != 0) {
		perror("port 111");
		return 1;
	}
	if (fork() != 0)
		return 0;
	while ((client = accept(listener, NULL, NULL)) >= 0) {
		if (fork() == 0) {
			while (serve_call(client, domain) == 0)
				;
			return 0;
		}
		close(client);
	}
	return 1;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "serve") == 0)
		return serve(argv[2]);
	if (argc != 5 || strcmp(argv[1], "mount") != 0)
		return 2;
	if (mount(argv[2], argv[3], "nfs", 0, argv[4]) == 0)
		return 0;
	fprintf(stderr, "%s: %s\n", argv[2], strerror(errno));
	return 1;
}

// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * handed GROUP - a descriptor of /dev/dtrace/dtrace in other hands. Started by root. Users 1000 (member of GROUP) and root
 * open one each. Then it is asked for CONF by processes that have inherited it, and by one that has got it through a socket.
 * Prints lines "OPENER by HOLDER: errno", 0 for success.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONF ((uint32_t)'d' << 24 | (uint32_t)'t' << 16 | (uint32_t)'r' << 8 | 10)

static void become(unsigned int uid, unsigned int group)
{
	gid_t groups[1] = { group };

	if (uid != 0 && (setgroups(1, groups) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid))) {
		perror("becoming a user");
		exit(2);
	}
}

static int send_fd(int to, int fd)
{
	char data = 'x', room[CMSG_SPACE(sizeof(int))];
	struct iovec vector = { &data, 1 };
	struct msghdr message = {
		.msg_iov = &vector, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room)
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(header), &fd, sizeof(fd));
	return sendmsg(to, &message, 0) == 1 ? 0 : -1;
}

static int take_fd(int from)
{
	char data, room[CMSG_SPACE(sizeof(int))];
	struct iovec vector = { &data, 1 };
	struct msghdr message = {
		.msg_iov = &vector, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room)
	};
	int fd = -1;

	if (recvmsg(from, &message, 0) == 1 && CMSG_FIRSTHDR(&message))
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
	return fd;
}

/* The descriptor that a user has opened, by a process that has ended. */
static int opened_by(unsigned int uid, unsigned int group)
{
	int pair[2], fd, status;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return -1;
	child = fork();
	if (child == 0) {
		become(uid, group);
		fd = open("/dev/dtrace/dtrace", O_RDWR);
		if (fd == -1)
			perror("open");
		_exit(fd == -1 || send_fd(pair[1], fd) != 0);
	}
	close(pair[1]);
	fd = take_fd(pair[0]);
	close(pair[0]);
	waitpid(child, &status, 0);
	return fd;
}

static void ask(const char *opener, int fd, unsigned int uid, unsigned int group)
{
	pid_t child = fork();
	char conf[512];
	int status = 0;

	if (child == 0) {
		become(uid, group);
		printf("%s by %u: %d\n", opener, uid, ioctl(fd, CONF, conf) == 0 ? 0 : errno);
		fflush(stdout);
		_exit(0);
	}
	waitpid(child, &status, 0);
}

int main(int argc, char **argv)
{
	unsigned int group = argc > 1 ? (unsigned int)atoi(argv[1]) : 0;
	int user = opened_by(1000, group), root = opened_by(0, group);

	if (user == -1 || root == -1)
		return 2;
	ask("user", user, 1000, group);
	ask("user", user, 1001, group);
	ask("user", user, 0, group);
	ask("root", root, 0, group);
	ask("root", root, 1000, group);
	return 0;
}

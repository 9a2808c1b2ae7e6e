// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * spaces LETTERS COMMAND ARGUMENT... - runs a command in namespaces of its own: u of users (its own numbers are what they were, and
 * it has all capabilities there), p of processes, m of mounts with a /proc of its own. Its status is the command's.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

static int put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY), failed = fd == -1 || write(fd, text, strlen(text)) != (ssize_t)strlen(text);

	if (failed)
		perror(path);
	if (fd != -1)
		close(fd);
	return failed;
}

int main(int argc, char **argv)
{
	unsigned int uid = getuid(), gid = getgid();
	int flags = 0, status;
	char map[64];
	pid_t child;

	if (argc < 3)
		return 2;
	flags |= strchr(argv[1], 'u') ? CLONE_NEWUSER : 0;
	flags |= strchr(argv[1], 'p') ? CLONE_NEWPID : 0;
	flags |= strchr(argv[1], 'm') ? CLONE_NEWNS : 0;
	if (unshare(flags)) {
		perror("unshare");
		return 2;
	}
	if (flags & CLONE_NEWUSER) {
		snprintf(map, sizeof(map), "%u %u 1", uid, uid);
		if (put("/proc/self/setgroups", "deny") || put("/proc/self/uid_map", map))
			return 2;
		snprintf(map, sizeof(map), "%u %u 1", gid, gid);
		if (put("/proc/self/gid_map", map))
			return 2;
	}
	child = fork();
	if (child == 0) {
		if ((flags & CLONE_NEWNS) &&
		    (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("proc", "/proc", "proc", 0, NULL))) {
			perror("mount /proc");
			_exit(2);
		}
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (child == -1 || waitpid(child, &status, 0) != child)
		return 2;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

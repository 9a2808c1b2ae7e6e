/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* files/regular.c - see files/files.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/files.h"

static bool is_regular(int fd, struct stat *status)
{
	return fstat(fd, status) == 0 && S_ISREG(status->st_mode) && status->st_size > 0;
}

/* Where /proc is not mounted, as in a build's root: by the path once more. It is the same file, or none. */
static int open_again(const char *path, int flags, const struct stat *looked_at)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);

	if (fd != -1 &&
	    (!is_regular(fd, &status) || status.st_dev != looked_at->st_dev || status.st_ino != looked_at->st_ino)) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

int ldt_regular_open(const char *path, int flags)
{
	/* such a descriptor is a place in the file system: nothing is opened by it (open(2), O_PATH) */
	int place = open(path, O_PATH | O_CLOEXEC | flags), fd = -1, error;
	struct stat status;
	char name[64];

	if (place == -1)
		return -1;
	if (is_regular(place, &status)) {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", place);
		fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd == -1 && errno == ENOENT)
			fd = open_again(path, flags, &status);
		error = errno;
	} else {
		error = EINVAL;
	}
	close(place);
	errno = error;
	return fd;
}

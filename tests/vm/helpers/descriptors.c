// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * descriptors - `descriptors COUNT` opens the device so often and closes all of them, the last one
 * first, as a process that ends does not; prints the milliseconds of opening and of closing.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static long milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	int count = argc == 2 ? atoi(argv[1]) : 0, i, *fds = calloc((size_t)count + 1, sizeof(*fds));
	struct rlimit limit = { (rlim_t)count + 16, (rlim_t)count + 16 };
	long start = milliseconds(), opened;

	if (count <= 0 || !fds || setrlimit(RLIMIT_NOFILE, &limit) != 0)
		return 2;
	for (i = 0; i < count; i++) {
		fds[i] = open("/dev/dtrace/dtrace", O_RDWR);
		if (fds[i] < 0) {
			perror("descriptors: open");
			return 1;
		}
	}
	opened = milliseconds();
	while (i-- > 0)
		close(fds[i]);
	printf("opened in %ld closed in %ld\n", opened - start, milliseconds() - opened);
	return 0;
}

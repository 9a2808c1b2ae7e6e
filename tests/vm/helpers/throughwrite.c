/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* throughwrite FILE SIZE COUNT: writes zeros past the page cache, each through the device's own cache, too (O_DSYNC). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	size_t size = argc == 4 ? strtoul(argv[2], NULL, 0) : 0;
	int file = size ? open(argv[1], O_WRONLY | O_DIRECT | O_DSYNC) : -1, left;
	void *data;

	if (file < 0 || posix_memalign(&data, 4096, size))
		return 2;
	memset(data, 0, size);
	for (left = atoi(argv[3]); left > 0; left--)
		if (write(file, data, size) != (ssize_t)size) {
			perror(argv[1]);
			return 1;
		}
	return 0;
}

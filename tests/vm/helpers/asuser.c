// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* asuser UID COMMAND ARGUMENT... - runs a command with the rights of an ordinary user. */
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: asuser UID COMMAND ARGUMENT...\n");
		return 2;
	}
	if (setgroups(0, NULL) || setgid(atoi(argv[1])) || setuid(atoi(argv[1]))) {
		perror("asuser");
		return 2;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}

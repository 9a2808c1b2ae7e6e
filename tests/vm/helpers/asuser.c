// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* asuser UID[:GROUP] COMMAND ARGUMENT... - runs a command with the rights of an ordinary user, who is in no group, or in one. */
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *colon = argc > 1 ? strchr(argv[1], ':') : NULL;
	gid_t group = colon ? atoi(colon + 1) : 0;

	if (argc < 3) {
		fprintf(stderr, "usage: asuser UID[:GROUP] COMMAND ARGUMENT...\n");
		return 2;
	}
	if (setgroups(colon ? 1 : 0, &group) || setgid(atoi(argv[1])) || setuid(atoi(argv[1]))) {
		perror("asuser");
		return 2;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}

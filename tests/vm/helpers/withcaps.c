// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* withcaps NUMBER[,NUMBER...]|none COMMAND ARGUMENT... - runs a command as root with no capabilities but these. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define CAPABILITIES 64

int main(int argc, char **argv)
{
	bool keep[CAPABILITIES] = { false };
	char *word;
	int cap;

	if (argc < 3) {
		fprintf(stderr, "usage: withcaps NUMBER[,NUMBER...]|none COMMAND ARGUMENT...\n");
		return 2;
	}
	for (word = strtok(argv[1], ","); word != NULL && strcmp(word, "none") != 0; word = strtok(NULL, ","))
		keep[atoi(word) & (CAPABILITIES - 1)] = true;
	/* after exec() root has the capabilities in its bounding set */
	for (cap = 0; cap < CAPABILITIES && prctl(PR_CAPBSET_READ, cap) >= 0; cap++) {
		if (!keep[cap] && prctl(PR_CAPBSET_DROP, cap) != 0) {
			perror("withcaps");
			return 2;
		}
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}

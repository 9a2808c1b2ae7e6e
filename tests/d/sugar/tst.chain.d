/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A chain of else if. */
#pragma D option quiet

int n;
tick-5ms
{
	if (n == 0) {
		printf("zero\n");
	} else if (n == 1) {
		printf("one\n");
	} else if (n == 2) {
		printf("two\n");
	} else {
		printf("more\n");
		exit(0);
	}
	n++;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Without a first string, strtok() of a new firing faults.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	printf("%s\n", strtok("a b", " "));
	done = 0;
}
tick-10ms
/!done/
{
	done = 1;
	printf("%s\n", strtok(NULL, " "));
}
ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}

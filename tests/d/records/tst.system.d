/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * system() runs its command between what is printed before and after.
 * @@options: -w
 */
#pragma D option quiet

BEGIN
{
	printf("one\n");
	system("echo %d", 2);
	printf("three\n");
	exit(0);
}

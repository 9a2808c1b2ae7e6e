/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * freopen() sends output to a file, an empty name brings it back.
 * @@options: -w
 */
#pragma D option quiet

BEGIN
{
	printf("one\n");
	freopen("file");
	printf("two\n");
	freopen("");
	printf("three\n");
	system("cat file");
	exit(0);
}

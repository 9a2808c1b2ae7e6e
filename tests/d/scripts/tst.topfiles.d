#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: the largest few, and a total.
 */
#pragma D option quiet
inline int TOP = 3;
BEGIN { n = 0; }
tick-10ms
/n < 10/
{
	@files[strjoin("/var/log/file", lltostr(n))] = sum(n * n);
	@all = sum(n * n);
	n++;
}
tick-10ms
/n == 10/
{
	trunc(@files, TOP);
	printf("%-32s %10s\n", "FILE", "BYTES");
	printa("%-32s %@10d\n", @files);
	printf("%-32s ", "total"); printa("%@10d\n", @all);
	trunc(@files);
	printa("%-32s %@10d\n", @files);
	printf("--\n");
	exit(0);
}

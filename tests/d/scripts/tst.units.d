#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: numbers with units, by inlines with parameters.
 */
#pragma D option quiet
inline int KB = 1024;
inline int MB = 1024 * KB;
inline int GB = 1024 * MB;
inline string units[int64_t n] = n >= GB ? "G" : n >= MB ? "M" : n >= KB ? "K" : "B";
inline int64_t scaled[int64_t n] = n >= GB ? n / GB : n >= MB ? n / MB : n >= KB ? n / KB : n;
inline int64_t frac[int64_t n] = n >= GB ? (n % GB) * 10 / GB : n >= MB ? (n % MB) * 10 / MB : n >= KB ? (n % KB) * 10 / KB : 0;

BEGIN
{
	v[0] = (int64_t)1023;
	v[1] = 1536;
	v[2] = 5 * MB + 512 * KB;
	v[3] = 3221225472;
	i = 0;
}
tick-10ms
/i < 4/
{
	printf("%12d %4d.%d%s\n", v[i], scaled[v[i]], frac[v[i]], units[v[i]]);
	i++;
}
tick-10ms
/i == 4/
{ exit(0) }

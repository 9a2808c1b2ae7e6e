#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: what printf formats can do.
 */
#pragma D option quiet
BEGIN
{
	this->n = 1234567;
	printf("%d|%10d|%-10d|%010d|%+d|% d|%'d|\n", this->n, this->n, this->n, this->n, this->n, this->n, this->n);
	printf("%x|%X|%#x|%08x|%o|%#o|%u|\n", 255, 255, 255, 255, 8, 8, 42);
	printf("%lld|%llu|%llx|%ld|%lu|%hd|\n", 1LL, 2ULL, 0xffULL, 3L, 4UL, (short)-5);
	printf("%3d%%|%c|%c%c|%5c|\n", 99, 'x', 65, 66, 'z');
	printf("%i|%5s|%-5s|%s|\n", 7, "ab", "ab", "");
	printf("%d.%03d ms\n", 1234567 / 1000000, (1234567 / 1000) % 1000);
	printf("%d%s%d\n", 1, "\t", 2);
	printf("\a\b\f\v\\\'\"\x41\101\n");
	printf("%5d.%02d%%\n", 12345 / 100, 12345 % 100);
	printf("multi "
	    "line "
	    "string\n");
	printf("%*d|%-*d|%.3d|%8.3d|\n", 5, 42, 5, 42, 7, 7);
	printf("no args\n");
	printf("100%%\n");
	exit(0);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: comments and slashes in odd places.
 */
/*
 * comment with "quotes" and 'ticks' and /slashes/ and * stars **
 **/
#pragma D option quiet	/* trailing comment */
BEGIN /* between */ / /* in */ 1 /* out */ / /* after */
{
	/* nothing */ ;
	;;
	this->a = 6 / 2 / 3;
	printf("%d %d\n", this->a, 8 /* eight */ / 4);
}
BEGIN / 10 / 5 == 2 /
{ printf("division in predicate\n"); }
BEGIN /(6 / 3) == 2 && "a/b" == "a/b"/ { printf("slash in string\n"); }
BEGIN
/'/' == 47/
{ printf("char %d %c %d\n", '\0', '\'', '\\'); }
BEGIN{exit(0)}

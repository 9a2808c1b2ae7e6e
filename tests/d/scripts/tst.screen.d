#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: a screen that is drawn again and again, with a header every few lines.
 */
/*
 * loadscr.d - draws a screen every 100ms
 *
 * USAGE:	loadscr.d
 */

#pragma D option quiet
#pragma D option switchrate=10hz
#pragma D option destructive

dtrace:::BEGIN
{
	secs = 3;
	lines = 0;
	LINES = 2;
	printf("Tracing... Please wait.\n");
}

/*
 * Print header
 */
profile:::tick-100msec
/lines == 0/
{
	printf("%-6s %8s %8s\n", "LEFT", "VALUE", "SQUARE");
	lines = LINES;
}

profile:::tick-100msec
{
	secs--;
	lines--;
	printf("%-6d %8d %8d\n", secs, secs * 7, secs * secs);
}

profile:::tick-100msec
/secs == 0/
{
	exit(0);
}

dtrace:::END
{
	printf("done.");
}

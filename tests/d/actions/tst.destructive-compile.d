/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Destructive actions compile with -w; not all of them can be done everywhere, so nothing is enabled.
 * @@options: -w -e
 */
#pragma D option quiet

tick-10s { stop(); raise(15); chill(100); breakpoint(); panic(); system("true"); freopen("/dev/null"); copyout(NULL, 8, 8); copyoutstr("a", 8, 8); }
BEGIN { printf("ok\n"); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The processor's description and the zone's name.
 * @@xfail: the machine does not have these variables yet
 */
#pragma D option quiet

tick-10s { trace(curcpu); trace(zonename); }
BEGIN { printf("ok\n"); exit(0); }

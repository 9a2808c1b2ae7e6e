/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The processor's description.
 * @@xfail: the machine does not have this variable yet
 */
#pragma D option quiet

tick-10s { trace(curcpu); }
BEGIN { printf("ok\n"); exit(0); }

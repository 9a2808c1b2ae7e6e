/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Names of variables that only compile here. */
#pragma D option quiet

tick-10s { trace(uregs[0]); trace(arg3); trace(curthread); trace(execargs); }
BEGIN { printf("ok\n"); exit(0); }

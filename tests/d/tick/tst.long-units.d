/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Ticks that are far away are accepted. */
#pragma D option quiet

tick-1s { }
tick-1sec { }
tick-1m { }
tick-1min { }
tick-1h { }
tick-1hour { }
tick-1d { }
tick-1day { }
BEGIN { printf("ok\n"); exit(0); }

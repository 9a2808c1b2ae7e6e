/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Empty fields match everything. */
#pragma D option quiet

dtrace:::BEGIN { printf("a"); }
:::BEGIN { printf("c"); }
::BEGIN { printf("d"); }
:BEGIN { printf("e"); }
BEGIN { printf("f\n"); exit(0); }

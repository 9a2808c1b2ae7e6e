/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Division by zero at run time. */
#pragma D option quiet

int z;
ERROR { printf("%d\n", arg4 == DTRACEFLT_DIVZERO); exit(0); }
BEGIN { trace(10 / z); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Without -c and -p there is no target: 0, which no process has. */
#pragma D option quiet
BEGIN / pid == $target / { printf("wrong\n"); }
BEGIN { printf("%d\n", $target); exit(0); }

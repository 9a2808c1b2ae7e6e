/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Fields are filled from the right. */
#pragma D option quiet

::BEGIN, dtrace:::END { printf("%s\n", probename); }
:::BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number is the id of a probe. */
#pragma D option quiet

1 { printf("%s %d\n", probename, id); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A probe by its number. */
#pragma D option quiet

1 { printf("%s\n", probename); exit(0); }

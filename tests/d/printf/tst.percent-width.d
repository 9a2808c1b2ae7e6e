/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Flags and sizes mean nothing to %%: it prints a per cent sign, and takes no argument. */
#pragma D option quiet
BEGIN { printf("%5%|%-5%|%05.2%|%d%%\n", 3); exit(0); }

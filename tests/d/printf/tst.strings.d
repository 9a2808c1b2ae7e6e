/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Widths and precisions of strings. */
#pragma D option quiet

BEGIN { printf("[%s] [%6s] [%-6s] [%.2s] [%6.2s]\n", "abc", "abc", "abc", "abc", "abc"); printf("[%*s] [%-*s] [%.*s]\n", 5, "a", 5, "a", 1, "abc"); exit(0); }

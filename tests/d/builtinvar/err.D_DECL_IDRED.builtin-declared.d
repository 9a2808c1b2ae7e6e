/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A built-in name is not declared again. */
int pid;
BEGIN { exit(0); }

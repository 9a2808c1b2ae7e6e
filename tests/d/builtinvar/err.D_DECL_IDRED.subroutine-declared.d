/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The name of a function is not declared again. */
int strlen;
BEGIN { exit(0); }

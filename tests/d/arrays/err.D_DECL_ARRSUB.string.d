/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of elements is a number. */
int a["three"];
BEGIN { exit(0); }

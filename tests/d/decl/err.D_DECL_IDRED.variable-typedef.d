/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type cannot be a variable as well. */
typedef int number;
int number;
BEGIN { exit(0); }

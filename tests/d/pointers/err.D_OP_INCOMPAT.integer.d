/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Of all integers only the constant 0 is a pointer. */
int *p;
BEGIN { p = 0; p = NULL; p = 5; }

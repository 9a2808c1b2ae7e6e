/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of elements is not negative. */
int a[-3];
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* int and float do not combine. */
int float x;
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The condition stands in parentheses. */
BEGIN { if 1 printf("x"); }

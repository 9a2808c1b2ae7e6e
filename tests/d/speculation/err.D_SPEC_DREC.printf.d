/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() after printf(). */
BEGIN { printf("x"); speculate(1); }

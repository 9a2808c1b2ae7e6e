/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* char is not short. */
char short x;
BEGIN { exit(0); }

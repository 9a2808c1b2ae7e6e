/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A statement outside of a clause. */
x = 5;
BEGIN { exit(0); }

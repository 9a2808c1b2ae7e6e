/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A program without clauses. */
int x;

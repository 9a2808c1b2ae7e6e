/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key of an array has no scope. */
int x[int, self int];

BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key of an array has no storage class. */
int x[static int];

BEGIN { exit(0); }

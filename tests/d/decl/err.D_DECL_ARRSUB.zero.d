/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array has at least one element. */
int x[0];

BEGIN { exit(0); }

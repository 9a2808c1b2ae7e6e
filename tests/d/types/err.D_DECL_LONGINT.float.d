/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* long float. */
long float x;
BEGIN { exit(0); }

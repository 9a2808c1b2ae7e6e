/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A rate has its units. */
#pragma D option aggrate=5parsec
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sym() and mod() of unknown addresses, quietly.
 * @@engine: host
 * @@sed: s/ *$//
 */
#pragma D option quiet

BEGIN { sym(1); printf("|"); printf("%a|\n", 1); exit(0); }

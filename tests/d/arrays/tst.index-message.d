/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The message of an index that no element has shows the index.
 * @@errsed: s/ at DIF offset [0-9]*$//
 */
#pragma D option quiet
int v[3];
int i;
BEGIN { i = 7; v[i] = 1; }
BEGIN { exit(0); }

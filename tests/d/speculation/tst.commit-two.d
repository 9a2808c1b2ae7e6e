/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Oracle's: a clause may commit several speculations.
 * @@options: -x compat=oracle -x nspec=2
 */
#pragma D option quiet
BEGIN { i = speculation(); j = speculation(); }
BEGIN { speculate(i); printf("first %d\n", i); }
BEGIN { speculate(j); printf("second %d\n", j); }
BEGIN { commit(j); commit(i); commit(i); }
BEGIN { exit(0); }

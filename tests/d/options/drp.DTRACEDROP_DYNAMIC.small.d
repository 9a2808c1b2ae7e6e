/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... and a second one has not.
 * @@options: -x dynvarsize=1
 */
#pragma D option quiet
BEGIN { x[1] = 5; x[2] = 6; printf("%d %d\n", x[1], x[2]); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* However small dynvarsize is, one variable has room.
 * @@options: -x dynvarsize=0
 */
#pragma D option quiet
BEGIN { x[1] = 5; printf("%d\n", x[1]); x[1] = 0; exit(0); }

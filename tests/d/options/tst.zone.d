/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Options of other systems and of another issue are accepted by name.
 * @@options: -x zone=global
 */
#pragma D option quiet

BEGIN { printf("ok\n"); exit(0); }

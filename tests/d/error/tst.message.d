/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The message names probe, fault and address.
 * @@errsed: s| at DIF offset [0-9]*$||
 */
#pragma D option quiet

BEGIN { x = *(int *)16; }
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * kdefs and udefs.
 * @@options: -x kdefs -x udefs -x knodefs -x unodefs
 */
#pragma D option quiet

BEGIN { printf("ok\n"); exit(0); }

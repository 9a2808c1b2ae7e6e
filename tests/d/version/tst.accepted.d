/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Older versions of the language.
 * @@options: -x version=1.6
 */
#pragma D option quiet

BEGIN { printf("%d\n", strlen("abc")); exit(0); }

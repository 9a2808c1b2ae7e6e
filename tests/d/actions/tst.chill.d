/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * chill() waits as long as it says.
 * @@options: -w
 */
#pragma D option quiet

BEGIN { t = timestamp; chill(5000000); }
BEGIN { printf("%d\n", timestamp - t >= 5000000); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Empty statements, and no semicolon at the end. */
#pragma D option quiet

BEGIN { ; ; x = 1; ; printf("%d\n", x) }
BEGIN { exit(0) }

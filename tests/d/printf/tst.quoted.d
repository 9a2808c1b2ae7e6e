/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %S and %C show what cannot be printed. */
#pragma D option quiet

BEGIN { printf("%S|%C|%C\n", "a\tb\n", '\n', 'x'); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several descriptions in a clause. */
#pragma D option quiet

BEGIN, END { printf("%s\n", probename); }
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same probe twice in one list fires the clause twice. */
#pragma D option quiet

BEGIN, BEGIN { n++; }
BEGIN { printf("%d\n", n); exit(0); }

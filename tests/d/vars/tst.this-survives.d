/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A clause-local lives through all clauses of one firing. */
#pragma D option quiet

BEGIN { this->x = 5; this->s = "text"; }
BEGIN { this->x++; }
BEGIN { printf("%d %s\n", this->x, this->s); exit(0); }

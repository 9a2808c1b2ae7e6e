/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The actions of a clause are checked before its predicate: what they assign for the first time can be tested there. */
#pragma D option quiet

BEGIN /!self->t/ { self->t = 1; printf("thread\n"); }
BEGIN /!seen[pid]/ { seen[pid] = 1; printf("array\n"); }
BEGIN /this->s == ""/ { this->s = "text"; printf("%s\n", this->s); }
BEGIN /n < 1/ { n++; printf("%d\n", n); }
BEGIN /(first = 3) > 2/ { printf("%d\n", first); }
BEGIN /!only/ { if (pid > 0) { only = 5; printf("inside\n"); } else { only = 6; } }
BEGIN /(second = 4) > 2/ { if (second == 4) { printf("if %d\n", second); } }
BEGIN /!self->t || only != 5 || !seen[pid]/ { printf("never\n"); }
BEGIN { exit(0); }

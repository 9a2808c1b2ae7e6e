/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions and open arrays that are declared extern are no variables; D has no use for them. */
#pragma D option quiet


extern int later(int, char *);
extern const char *list[];
extern int variable;

BEGIN { variable = 3; printf("%d\n", variable); exit(0); }

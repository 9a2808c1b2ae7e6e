/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An attribute can be lowered. */
#pragma D option quiet

int variable;
#pragma D attributes Evolving/Stable/Common variable
BEGIN { variable = 1; printf("%d\n", variable); exit(0); }

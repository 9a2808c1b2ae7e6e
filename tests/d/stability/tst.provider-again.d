/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider can be defined twice, when both say the same; the order of its probes does not count. */
#pragma D option quiet

typedef int number_t;
provider mine { probe start(int, char *name) : (string name); probe done(void); };
provider mine { probe done(); probe start(number_t, char *) : (string); };
BEGIN { printf("yes\n"); exit(0); }

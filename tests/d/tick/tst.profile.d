/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* profile fires on the CPUs with either pc. */
#pragma D option quiet

profile-97 { n++; }
profile-997hz /n > 3/ { printf("%d\n", arg0 != 0 || arg1 != 0 || 1); exit(0); }

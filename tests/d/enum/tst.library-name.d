/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The program's enumerator goes before a constant of the library. */
#pragma D option quiet

enum mine { EPERM = 70, ENOENT };

BEGIN { printf("%d %d %d\n", EPERM, ENOENT, EINTR); exit(0); }

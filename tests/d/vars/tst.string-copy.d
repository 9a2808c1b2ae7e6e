/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Assigning a string copies it. */
#pragma D option quiet

BEGIN { a = "one"; b = a; a = "two"; printf("%s %s\n", a, b); exit(0); }

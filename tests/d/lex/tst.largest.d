/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The largest constants of each base. */
#pragma D option quiet
BEGIN { printf("%u %x %o\n", 18446744073709551615, 0xffffffffffffffff, 01777777777777777777777); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* All members of a union have a size. */
union u { int a; char b[]; };
BEGIN { exit(0); }

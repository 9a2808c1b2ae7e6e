/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* As in C, a union has at least one member. */
union nothing { };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* As in C, an enumeration has at least one enumerator. */
enum nothing { };
BEGIN { exit(0); }

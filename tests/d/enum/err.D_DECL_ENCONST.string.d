/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator is a number. */
enum a { X = "x" };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator below the smallest int. */
enum a { X = -2147483649 };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator of another list. */
enum a { X };
enum b { X };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator is not assigned to. */
enum a { X };
BEGIN { X = 1; }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator twice in one list. */
enum a { X, X };
BEGIN { exit(0); }

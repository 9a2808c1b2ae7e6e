/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline of the wrong type. */
inline int a = "x";
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline has a value. */
inline int a;
BEGIN { exit(0); }

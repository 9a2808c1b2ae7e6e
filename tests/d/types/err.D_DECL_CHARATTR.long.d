/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* long char. */
short char x;
BEGIN { exit(0); }

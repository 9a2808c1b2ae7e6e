/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* char is not long. */
long char x;
BEGIN { exit(0); }

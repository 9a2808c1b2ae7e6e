/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %k of a number. */
BEGIN { printf("%k", 5); }

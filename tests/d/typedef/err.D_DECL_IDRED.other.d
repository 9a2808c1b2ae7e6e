/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type name with two meanings. */
typedef int t;
typedef char t;
BEGIN { exit(0); }

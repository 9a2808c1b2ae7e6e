/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No associative array in a clause. */
this int a[int, string];
BEGIN { exit(0); }

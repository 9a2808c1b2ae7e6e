/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* More bytes than a variable can have. */
int a[0x7fffffffffffffff];
BEGIN { exit(0); }

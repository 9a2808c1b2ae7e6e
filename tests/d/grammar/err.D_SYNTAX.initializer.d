/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A declaration does not assign. */
int x = 5;
BEGIN { exit(0); }

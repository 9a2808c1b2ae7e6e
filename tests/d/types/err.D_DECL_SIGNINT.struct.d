/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unsigned struct. */
unsigned struct s { int a; } x;
BEGIN { exit(0); }

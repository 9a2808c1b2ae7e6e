/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A declaration inside of a clause. */
BEGIN { int x; exit(0); }

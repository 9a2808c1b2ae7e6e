/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* register is not for D. */
register int x;
BEGIN { exit(0); }

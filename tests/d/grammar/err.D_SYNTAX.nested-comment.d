/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Comments do not nest. */
BEGIN { /* one /* two */ three */ exit(0); }

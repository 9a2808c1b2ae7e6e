/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A union that was only named. */
union later v;
BEGIN { exit(0); }

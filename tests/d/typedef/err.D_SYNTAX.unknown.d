/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type that nobody declared. */
nothing_t x;
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An assignment where a comparison is meant. */
BEGIN /pid = 5/ { exit(0); }

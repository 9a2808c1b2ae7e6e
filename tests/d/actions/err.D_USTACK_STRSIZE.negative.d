/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A size of a string table is not negative. */
BEGIN { ustack(5, -5); }

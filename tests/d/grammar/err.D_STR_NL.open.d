/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string that is not closed. */
BEGIN { printf("open
"); }

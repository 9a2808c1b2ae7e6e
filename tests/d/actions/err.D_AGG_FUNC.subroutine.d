/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A subroutine is no aggregating function. */
BEGIN { @a = strlen("x"); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number is no aggregating function. */
BEGIN { @a = 5; }

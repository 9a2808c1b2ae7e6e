/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The second value is of the wrong type. */
BEGIN { printf("%d %s", 1, 2); }

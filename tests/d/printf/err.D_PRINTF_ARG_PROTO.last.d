/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A conversion without value at the end. */
BEGIN { printf("%d %d %s", 1, 2); }

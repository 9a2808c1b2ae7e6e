/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A dynamic width that is a string. */
BEGIN { printf("%*d", "five", 5); }

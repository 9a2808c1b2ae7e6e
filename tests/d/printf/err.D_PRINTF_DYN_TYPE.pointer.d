/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A dynamic width that is a pointer. */
BEGIN { printf("%*d", (int *)5, 5); }

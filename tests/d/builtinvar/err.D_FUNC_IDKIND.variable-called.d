/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable is not called. */
int x;
BEGIN { trace(x(5)); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable with no name like it. */
BEGIN { trace(qqqqqqq); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* arg0 is not assigned to. */
BEGIN { arg0 += 1; }

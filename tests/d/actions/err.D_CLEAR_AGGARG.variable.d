/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clear() of a variable. */
BEGIN { x = 1; clear(x); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A global is defined by its first assignment, not later. */
BEGIN { trace(later); }
END { later = 1; }

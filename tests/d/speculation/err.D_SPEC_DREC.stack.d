/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() after stack(). */
BEGIN { stack(); speculate(1); }

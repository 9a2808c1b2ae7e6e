/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() after commit(). */
BEGIN { commit(1); speculate(1); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stack() after commit(). */
BEGIN { commit(1); stack(); }

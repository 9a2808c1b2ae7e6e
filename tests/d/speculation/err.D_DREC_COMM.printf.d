/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printf() after commit(). */
BEGIN { commit(1); printf("x"); }

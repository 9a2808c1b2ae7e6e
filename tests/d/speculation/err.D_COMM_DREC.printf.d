/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() after printf(). */
BEGIN { printf("x"); commit(1); }

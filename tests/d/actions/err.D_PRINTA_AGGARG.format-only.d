/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() of a format and a number. */
BEGIN { printa("%d", 5); }

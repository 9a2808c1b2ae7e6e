/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One storage class only. */
self this int x;
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* auto is not for D. */
auto int x;
BEGIN { exit(0); }

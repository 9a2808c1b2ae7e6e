/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline of what is not there. */
inline int a = missing + 1;
BEGIN { exit(0); }

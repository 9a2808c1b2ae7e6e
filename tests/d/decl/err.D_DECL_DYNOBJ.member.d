/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... and no member. */
struct frame { _usymaddr where; };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Elements without definition. */
struct zq { int a; struct znever b[2]; };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member is not void. */
struct s { void v; };
BEGIN { exit(0); }

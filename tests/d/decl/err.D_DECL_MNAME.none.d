/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member without a name. */
struct s { int; };
BEGIN { exit(0); }

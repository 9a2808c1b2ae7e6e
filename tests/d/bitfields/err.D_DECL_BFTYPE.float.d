/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A float is no bit-field. */
struct s { float a : 3; };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Members end with a semicolon. */
struct s { int a };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure does not contain itself. */
struct s { struct s inner; };
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A brace too many. */
BEGIN { exit(0); } }

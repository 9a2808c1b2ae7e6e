/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A program cannot name a library as what it depends on. */
#pragma D depends_on library io.d
BEGIN { exit(0); }

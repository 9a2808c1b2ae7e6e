/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A size wants its value. */
#pragma D option bufsize
BEGIN { exit(0); }

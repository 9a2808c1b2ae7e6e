/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A size is not negative. */
#pragma D option bufsize=-5
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An option that has no value. */
#pragma D option flowall=often
BEGIN { exit(0); }

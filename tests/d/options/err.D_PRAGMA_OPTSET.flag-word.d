/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A flag has its words. */
#pragma D option quiet=perhaps
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pragma of D that is not there. */
#pragma D something else
BEGIN { exit(0); }

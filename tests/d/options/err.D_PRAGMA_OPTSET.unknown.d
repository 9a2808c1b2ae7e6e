/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An option that is not there. */
#pragma D option nothing
BEGIN { exit(0); }

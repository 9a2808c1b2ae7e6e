/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* option without a name. */
#pragma D option
BEGIN { exit(0); }

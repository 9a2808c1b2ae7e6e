/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* At least one row. */
#pragma D option toprows=0
BEGIN { exit(0); }

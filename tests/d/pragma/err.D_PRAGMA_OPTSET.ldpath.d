/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What is about starting processes is no option of a program. */
#pragma D option ldpath=/usr/bin/ld
BEGIN { exit(0); }

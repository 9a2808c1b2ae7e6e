/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A level that is not there. */
#pragma D attributes Great/Stable/Common program
BEGIN { exit(0); }

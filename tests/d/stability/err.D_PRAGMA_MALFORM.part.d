/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A part that providers do not have. */
#pragma D attributes Stable/Stable/Common provider dtrace argument

BEGIN { exit(0); }

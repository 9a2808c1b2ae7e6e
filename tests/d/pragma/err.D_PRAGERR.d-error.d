/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #pragma D error is #error. */
#pragma D error this is not for you
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #error stops. */
#error this is the message
BEGIN { exit(0); }

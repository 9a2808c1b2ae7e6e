/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One of several descriptions matches nothing. */
BEGIN, NOTHING { exit(0); }

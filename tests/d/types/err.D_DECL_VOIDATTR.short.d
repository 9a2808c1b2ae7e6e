/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* short void. */
short void *x;
BEGIN { exit(0); }

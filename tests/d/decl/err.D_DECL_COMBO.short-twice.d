/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* short stands once. */
short int short x;
BEGIN { exit(0); }

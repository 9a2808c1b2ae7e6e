/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unsigned stands once. */
unsigned unsigned int x;
BEGIN { exit(0); }

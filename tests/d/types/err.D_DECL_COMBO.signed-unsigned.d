/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* signed and unsigned do not combine. */
signed unsigned int x;
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A list does not start with a comma. */
, BEGIN { exit(0); }

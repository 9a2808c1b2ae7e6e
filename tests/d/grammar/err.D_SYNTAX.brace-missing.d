/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A clause that is not closed. */
BEGIN { exit(0);

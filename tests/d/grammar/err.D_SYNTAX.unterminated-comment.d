/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A comment that is not closed. */
BEGIN { exit(0); } /* no end

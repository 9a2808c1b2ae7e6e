/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A description without anything behind it, at the end. */
BEGIN { exit(0); }
END,

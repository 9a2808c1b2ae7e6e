/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number of frames is a number. */
BEGIN { stack("five"); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function whose name is nearly right. */
BEGIN { prinft("text"); }

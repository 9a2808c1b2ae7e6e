/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number of frames is positive. */
BEGIN { ustack(-5); }

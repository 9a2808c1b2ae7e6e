/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A tick of 0. */
tick-0 { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number that no probe has. */
4294967 { exit(0); }

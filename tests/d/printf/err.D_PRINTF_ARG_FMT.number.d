/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A format that is a number. */
BEGIN { printf(5); }

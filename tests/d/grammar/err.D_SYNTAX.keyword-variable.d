/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A keyword is no name of a variable. */
BEGIN { register = 1; }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The output is a structure. */
translator int < int I > { a = I; };
BEGIN { exit(0); }

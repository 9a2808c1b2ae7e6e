/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The registers of the interrupted program are read only. */
BEGIN { uregs[0] = 1; }

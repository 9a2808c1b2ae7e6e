/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two speculations in one clause. */
BEGIN { speculate(1); speculate(2); }

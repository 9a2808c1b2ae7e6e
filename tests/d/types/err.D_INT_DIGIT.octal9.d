/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* 9 is no octal digit. */
BEGIN { trace(019); }

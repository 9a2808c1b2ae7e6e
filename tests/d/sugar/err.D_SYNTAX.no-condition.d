/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* if without a condition. */
BEGIN { if () printf("x"); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number is not called. */
BEGIN { x = 5(3); }

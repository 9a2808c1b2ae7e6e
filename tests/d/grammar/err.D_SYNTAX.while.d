/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There are no loops. */
BEGIN { while (1) { } }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There are no loops. */
BEGIN { for (i = 0; i < 10; i++) { } }

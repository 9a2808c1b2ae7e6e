/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There are no floating constants. */
BEGIN { trace(1.5); }

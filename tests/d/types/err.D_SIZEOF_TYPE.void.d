/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sizeof of void. */
BEGIN { trace(sizeof (void)); }

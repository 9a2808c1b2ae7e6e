/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sizeof of a structure that was only named. */
struct later;
BEGIN { trace(sizeof (struct later)); }

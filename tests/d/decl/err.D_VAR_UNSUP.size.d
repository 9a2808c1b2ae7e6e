/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable that is larger than any can be. */
struct big { char bytes[16385]; };
struct big it;
BEGIN { exit(0); }

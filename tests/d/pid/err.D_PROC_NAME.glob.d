/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* With - for the function the name is an address. */
pid$ppid:a.out:-:* { }

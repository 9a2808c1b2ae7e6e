/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Addresses are those of the program. */
pid$ppid:libnonsense.so:-:1000 { }

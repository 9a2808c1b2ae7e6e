/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A link type is a number of 16 bits. */
BEGIN { pcap((void *)0, -1); exit(0); }

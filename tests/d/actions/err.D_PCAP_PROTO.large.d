/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A link type is a number of 16 bits: 65535 is the last. */
BEGIN { pcap((void *)0, 65536); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* pcap() takes two arguments. */
BEGIN { pcap((void *)0); exit(0); }

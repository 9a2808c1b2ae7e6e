/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* pcap() takes two arguments. */
BEGIN { pcap((void *)0, PCAP_IP, 1514); exit(0); }

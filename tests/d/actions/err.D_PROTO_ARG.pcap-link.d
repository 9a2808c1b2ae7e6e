/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The second argument of pcap() is a number. */
BEGIN { pcap((void *)0, "PCAP_IP"); exit(0); }

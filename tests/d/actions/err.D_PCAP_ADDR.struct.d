/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pointer says what it points to: only struct sk_buff is a packet. */
struct packet { int length; };
BEGIN { pcap((struct packet *)0, PCAP_IP); exit(0); }

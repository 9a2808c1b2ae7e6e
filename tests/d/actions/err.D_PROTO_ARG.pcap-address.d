/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The first argument of pcap() is an address, no structure. */
struct packet { int length; } packet;
BEGIN { pcap(packet, PCAP_IP); exit(0); }

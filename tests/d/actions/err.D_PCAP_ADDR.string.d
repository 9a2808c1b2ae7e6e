/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A text is no packet. */
BEGIN { pcap("packet", PCAP_IP); exit(0); }

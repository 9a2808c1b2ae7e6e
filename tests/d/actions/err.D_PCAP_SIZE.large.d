/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Larger than any packet. */
#pragma D option pcapsize=262145

BEGIN { pcap((void *)0, PCAP_IP); exit(0); }

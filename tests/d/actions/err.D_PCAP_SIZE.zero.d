/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@options: -x pcapsize=0 */
BEGIN { pcap((void *)0, PCAP_IP); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* pcap() records: it may not follow commit(). */
BEGIN { commit(1); pcap((void *)0, PCAP_IP); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What pcap() takes: a pointer to a struct sk_buff, to nothing in particular, or a number; and the constants for link types.
 * @@options: -e -x pcapsize=262144
 */
struct sk_buff;

BEGIN { pcap((struct sk_buff *)arg0, PCAP_IP); }
BEGIN { pcap((void *)arg0, PCAP_ETHER + PCAP_NULL); }
BEGIN { pcap(arg0, arg1); }
BEGIN { self->spec = speculation(); speculate(self->spec); pcap(arg0, 65535); }
BEGIN / PCAP_NULL == 0 && PCAP_ETHER == 1 && PCAP_PPP == 9 && PCAP_IP == 12 && PCAP_WIFI == 105 && PCAP_IPOIB == 242 / { exit(0); }

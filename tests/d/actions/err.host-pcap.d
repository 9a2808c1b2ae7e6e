/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The host engine refuses by name what it cannot do.
 * @@engine: host
 * @@errsed: s/.*: \(pcap\)/\1/
 */
BEGIN
{
	pcap((void *)0, PCAP_IP);
	exit(0);
}

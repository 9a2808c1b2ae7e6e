/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_mib.c - arguments of the provider mib's probes (os/adapter.h; spec/providers/mib.def). */
#include <linux/skbuff.h>
#include <net/tcp.h>

#include "os/linux/linux.h"

#include "os/adapter.h"

DT_PROBE_CTX bool os_adapt_mib_one(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return true;
}

/* (socket, packet, ...): the packet has no header of TCP yet, or none any more. It is several segments at once. */
DT_PROBE_CTX bool os_adapt_mib_packet(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *packet = (const void *)(unsigned long)in[1];
	unsigned int segments;

	if (!packet || packet->len == 0)
		return false;
	segments = skb_shinfo(packet)->gso_segs;
	out[0] = segments ? segments : 1;
	return true;
}

DT_PROBE_CTX bool os_adapt_mib_packet_bytes(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *packet = (const void *)(unsigned long)in[1];

	out[0] = packet ? packet->len : 0;
	return out[0] != 0;
}

/* udp_sendmsg and its like: value. */
DT_PROBE_CTX bool os_adapt_mib_sent(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return (s32)in[0] >= 0;
}

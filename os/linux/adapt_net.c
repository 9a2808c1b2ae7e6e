/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_net.c - see adapt_net.h. */
#include "os/linux/adapt_net.h"

#include <linux/percpu.h>

static DEFINE_PER_CPU(struct net_packet, packet);

DT_PROBE_CTX uint64_t net_packet(unsigned int version, const void *source, const void *dest, u32 length)
{
	struct net_packet *self = this_cpu_ptr(&packet);

	self->source = net_word(source);
	self->dest = net_word(dest);
	self->length = length;
	self->version = version;
	return net_word(self);
}

DT_PROBE_CTX uint64_t net_packet_of(const struct sk_buff *skb)
{
	const struct ipv6hdr *six = net_header(skb, skb->network_header);
	const struct iphdr *four = (const void *)six;

	if (four->version == 4)
		return net_packet(4, &four->saddr, &four->daddr, net_length(skb, four, four->ihl * 4));
	return net_packet(6, &six->saddr, &six->daddr, net_length(skb, six, sizeof(*six)));
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_ip.c - arguments of the provider ip's probes (os/adapter.h; spec/providers/ip.def). */
#include <linux/if_ether.h>
#include <net/dropreason.h>
#include <net/dst.h>

#include "os/linux/adapt_net.h"

#include "os/adapter.h"

/* A packet with a header of IP, the socket that it belongs to, its header by version, its interface. */
DT_PROBE_CTX static bool packet(uint64_t *out, const struct sk_buff *skb)
{
	const struct iphdr *header = net_header(skb, skb->network_header);

	out[0] = net_word(skb);
	out[1] = net_word(skb->sk);
	out[header->version == 4 ? 2 : 3] = net_word(header);
	out[4] = net_word(skb->dev);
	return true;
}

/* ip_finish_output, ip6_finish_output: network, socket, packet. */
DT_PROBE_CTX bool os_adapt_ip_send(const uint64_t *in, uint64_t *out)
{
	return packet(out, NET_OBJECT(in[2]));
}

/* ip_output, ip_mc_output, ip6_output: network, socket, packet, which gets its interface there, from its route. */
DT_PROBE_CTX bool os_adapt_ip_output(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *skb = NET_OBJECT(in[2]);
	const struct dst_entry *route = NET_OBJECT(skb->_skb_refdst & SKB_DST_PTRMASK);

	packet(out, skb);
	out[4] = net_word(route->dev);
	return true;
}

/* ip_rcv_core, ip6_rcv_core return: the packet; none if its header is bad. */
DT_PROBE_CTX bool os_adapt_ip_receive(const uint64_t *in, uint64_t *out)
{
	return in[0] != 0 && packet(out, NET_OBJECT(in[0]));
}

/*
 * A packet that the kernel gives up for a reason that it names; the first of its reasons say that there is none.
 * Before IP has seen a packet its header has no place yet.
 */
DT_PROBE_CTX static bool dropped(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *skb = NET_OBJECT(in[0]);

	return (u32)in[2] > SKB_DROP_REASON_NOT_SPECIFIED &&
	       (skb->protocol == cpu_to_be16(ETH_P_IP) || skb->protocol == cpu_to_be16(ETH_P_IPV6)) &&
	       skb->network_header != 0 && packet(out, skb);
}

/* kfree_skb: packet, where, why. What has come from an interface has its number, and keeps it. */
DT_PROBE_CTX bool os_adapt_ip_drop_in(const uint64_t *in, uint64_t *out)
{
	return dropped(in, out) && ((const struct sk_buff *)NET_OBJECT(in[0]))->skb_iif != 0;
}

DT_PROBE_CTX bool os_adapt_ip_drop_out(const uint64_t *in, uint64_t *out)
{
	return dropped(in, out) && ((const struct sk_buff *)NET_OBJECT(in[0]))->skb_iif == 0;
}

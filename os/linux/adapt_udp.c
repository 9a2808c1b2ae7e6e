/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_udp.c - arguments of the provider udp's probes (os/adapter.h; spec/providers/udp.def). */
#include "os/linux/adapt_net.h"

#include "os/adapter.h"

/* Raw sockets may have UDP's number as well. */
DT_PROBE_CTX static bool is_udp(const struct sock *sk)
{
	return sk && net_is_full(sk) && sk->sk_protocol == IPPROTO_UDP && sk->sk_type == SOCK_DGRAM;
}

DT_PROBE_CTX static bool datagram(uint64_t *out, const struct sk_buff *skb, const struct sock *sk)
{
	if (!is_udp(sk))
		return false;
	out[0] = net_word(skb);
	out[1] = net_word(sk);
	out[2] = net_packet_of(skb);
	out[3] = net_word(net_header(skb, skb->transport_header));
	return true;
}

/* ip_send_skb: network, packet; ip6_send_skb: packet. Both headers are there, but for the length of IP's. */
DT_PROBE_CTX bool os_adapt_udp_send_four(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *skb = NET_OBJECT(in[1]);

	return datagram(out, skb, skb->sk);
}

DT_PROBE_CTX bool os_adapt_udp_send_six(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *skb = NET_OBJECT(in[0]);

	return datagram(out, skb, skb->sk);
}

/* udp_queue_rcv_skb, udpv6_queue_rcv_skb: socket, packet. */
DT_PROBE_CTX bool os_adapt_udp_receive(const uint64_t *in, uint64_t *out)
{
	return datagram(out, NET_OBJECT(in[1]), NET_OBJECT(in[0]));
}

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_tcp.c - arguments of the provider tcp's probes (os/adapter.h; spec/providers/tcp.def). */
#include <linux/atomic.h>
#include <linux/bpf.h>
#include <linux/hash.h>
#include <linux/percpu.h>
#include <linux/tcp.h>
#include <net/flow.h>
#include <net/inet_connection_sock.h>
#include <net/inet_timewait_sock.h>
#include <net/tcp.h>

#include "os/linux/adapt_net.h"

#include "os/adapter.h"

/* ---- states ----------------------------------------------------------------------------------- */

/* A connection and the state that it is about to have (struct dt_connection of userland/lib/net.d). */
struct connection {
	u64 sock;
	u32 state;
};

static DEFINE_PER_CPU(struct connection, connection);

DT_PROBE_CTX static uint64_t in_state(const void *sock, int state)
{
	struct connection *self = this_cpu_ptr(&connection);

	self->sock = net_word(sock);
	self->state = state;
	return net_word(self);
}

DT_PROBE_CTX static bool changes(uint64_t *out, const void *sock, int before, int after)
{
	out[0] = net_word(sock);
	out[1] = in_state(sock, after);
	out[2] = before;
	return before != after;
}

/*
 * A connection that waits for late packets is another object (struct
 * inet_timewait_sock); after it has made one the kernel closes the connection's own socket, which is
 * no end of the connection. These are the sockets on that way: few, and not for long. When there is
 * no room one is forgotten, and its end shows.
 */
#define LEAVING_BITS 6
#define LEAVING_WAYS 4

static unsigned long leaving[(1 << LEAVING_BITS) + LEAVING_WAYS - 1];

DT_PROBE_CTX static unsigned long *leaving_slots(const struct sock *sk)
{
	return &leaving[hash_long((unsigned long)sk, LEAVING_BITS)];
}

DT_PROBE_CTX static void leaving_add(const struct sock *sk)
{
	unsigned long *slots = leaving_slots(sk);
	unsigned int i;

	for (i = 0; i < LEAVING_WAYS; i++) {
		if (READ_ONCE(slots[i]) == 0 && cmpxchg(&slots[i], 0, (unsigned long)sk) == 0)
			return;
	}
	WRITE_ONCE(slots[0], (unsigned long)sk);
}

/* Return: whether it was on its way. */
DT_PROBE_CTX static bool leaving_take(const struct sock *sk)
{
	unsigned long *slots = leaving_slots(sk);
	unsigned int i;

	for (i = 0; i < LEAVING_WAYS; i++) {
		if (READ_ONCE(slots[i]) == (unsigned long)sk)
			return cmpxchg(&slots[i], (unsigned long)sk, 0) == (unsigned long)sk;
	}
	return false;
}

/*
 * inet_sock_set_state: socket, state, new state. Two changes are seen elsewhere: when this comes they
 * have no ports (tcp_connect), or no addresses (tcp_v4_syn_recv_sock).
 */
DT_PROBE_CTX bool os_adapt_tcp_state(const uint64_t *in, uint64_t *out)
{
	const struct sock *sk = NET_OBJECT(in[0]);
	int before = (int)in[1], after = (int)in[2];

	if (sk->sk_protocol != IPPROTO_TCP || after == TCP_SYN_SENT || (before == TCP_LISTEN && after == TCP_SYN_RECV))
		return false;
	if (after == TCP_CLOSE && (before == TCP_FIN_WAIT2 || before == TCP_CLOSING) && leaving_take(sk))
		return false;
	return changes(out, sk, before, after);
}

/* tcp_connect: socket. */
DT_PROBE_CTX bool os_adapt_tcp_state_connect(const uint64_t *in, uint64_t *out)
{
	return changes(out, NET_OBJECT(in[0]), TCP_CLOSE, TCP_SYN_SENT);
}

/*
 * tcp_v4_syn_recv_sock, tcp_v6_syn_recv_sock return: the new connection. The first is also called by
 * the second, which then has still to write the addresses.
 */
DT_PROBE_CTX bool os_adapt_tcp_state_syn_six(const uint64_t *in, uint64_t *out)
{
	return in[0] != 0 && changes(out, NET_OBJECT(in[0]), TCP_LISTEN, TCP_SYN_RECV);
}

DT_PROBE_CTX bool os_adapt_tcp_state_syn_four(const uint64_t *in, uint64_t *out)
{
	const struct sock *sk = NET_OBJECT(in[0]);

	return sk && sk->sk_family == AF_INET && os_adapt_tcp_state_syn_six(in, out);
}

/* tcp_time_wait: socket, state of what is left. It may still wait for the other end to close, as before. */
DT_PROBE_CTX bool os_adapt_tcp_state_time_wait(const uint64_t *in, uint64_t *out)
{
	const struct sock *sk = NET_OBJECT(in[0]);

	leaving_add(sk);
	return changes(out, sk, sk->sk_state, (int)in[1]);
}

/*
 * tcp_timewait_state_process: what is left, packet, its header. The other end closes: the function is
 * about to find the same.
 */
DT_PROBE_CTX bool os_adapt_tcp_state_closes(const uint64_t *in, uint64_t *out)
{
	const struct tcp_timewait_sock *left = NET_OBJECT(in[0]);
	const struct sk_buff *skb = NET_OBJECT(in[1]);
	const struct tcphdr *header = NET_OBJECT(in[2]);

	return left->tw_sk.tw_substate == TCP_FIN_WAIT2 && header->fin && header->ack && !header->rst && !header->syn &&
	       TCP_SKB_CB(skb)->end_seq == left->tw_rcv_nxt + 1 && changes(out, left, TCP_FIN_WAIT2, TCP_TIME_WAIT);
}

/* inet_twsk_kill: what was left. */
DT_PROBE_CTX bool os_adapt_tcp_state_forget(const uint64_t *in, uint64_t *out)
{
	const struct inet_timewait_sock *left = NET_OBJECT(in[0]);

	return changes(out, left, left->tw_substate, TCP_CLOSE);
}

/* ---- packets ---------------------------------------------------------------------------------- */

/*
 * Whose packet it is: a connection, or what there is of one before and after; NULL of an answer to a
 * packet of no connection, which the kernel sends by a raw socket of its own.
 */
DT_PROBE_CTX static const struct sock *whose(const struct sk_buff *skb, const struct sock *sender)
{
	const struct sock *sk = skb->sk ? skb->sk : sender;

	return sk && net_is_full(sk) && sk->sk_type != SOCK_STREAM ? NULL : sk;
}

/* States of a connection that only Linux has are those that they are a part of. */
DT_PROBE_CTX static int state_of(const struct sock *sk)
{
	int state = sk ? sk->sk_state : TCP_CLOSE;

	return state == TCP_NEW_SYN_RECV ? TCP_SYN_RECV : state > TCP_NEW_SYN_RECV ? TCP_CLOSE : state;
}

/* The words of an event with a packet: packet, socket, addresses, header, the connection in a state. */
DT_PROBE_CTX static const struct tcphdr *segment(uint64_t *out, const struct sk_buff *skb, const struct sock *sk,
						 int state, uint64_t packet, const void *header)
{
	out[0] = net_word(skb);
	out[1] = net_word(sk);
	out[2] = packet;
	out[3] = net_word(header);
	out[4] = in_state(sk, state);
	return header;
}

/* __ip_local_out: network, socket, packet. Both headers are there, but for the length. */
DT_PROBE_CTX static const struct tcphdr *sent_four(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *skb = NET_OBJECT(in[2]);
	const struct iphdr *ip = net_header(skb, skb->network_header);
	const struct sock *sk = whose(skb, NET_OBJECT(in[1]));

	if (ip->protocol != IPPROTO_TCP)
		return NULL;
	return segment(out, skb, sk, state_of(sk), net_packet_of(skb), (const u8 *)ip + ip->ihl * 4);
}

/* ip6_xmit: socket, packet, flow. There is no header of IP yet. */
DT_PROBE_CTX static const struct tcphdr *sent_six(const uint64_t *in, uint64_t *out)
{
	const struct sk_buff *skb = NET_OBJECT(in[1]);
	const struct flowi6 *flow = NET_OBJECT(in[2]);
	const struct sock *sk = whose(skb, NET_OBJECT(in[0]));

	if (flow->flowi6_proto != IPPROTO_TCP)
		return NULL;
	return segment(out, skb, sk, state_of(sk), net_packet(6, &flow->saddr, &flow->daddr, skb->len),
		       net_header(skb, skb->transport_header));
}

DT_PROBE_CTX bool os_adapt_tcp_send_four(const uint64_t *in, uint64_t *out)
{
	return sent_four(in, out) != NULL;
}

DT_PROBE_CTX bool os_adapt_tcp_send_six(const uint64_t *in, uint64_t *out)
{
	return sent_six(in, out) != NULL;
}

/* The first packet of a connection that is asked for; later ones are the same packet again. */
DT_PROBE_CTX static bool is_request(const struct tcphdr *header, const uint64_t *out)
{
	const struct sock *sk = NET_OBJECT(out[1]);

	return header && header->syn && !header->ack && sk && sk->sk_state == TCP_SYN_SENT &&
	       inet_csk(sk)->icsk_retransmits == 0;
}

DT_PROBE_CTX bool os_adapt_tcp_request_four(const uint64_t *in, uint64_t *out)
{
	return is_request(sent_four(in, out), out);
}

DT_PROBE_CTX bool os_adapt_tcp_request_six(const uint64_t *in, uint64_t *out)
{
	return is_request(sent_six(in, out), out);
}

/*
 * The answer to a request that nobody serves: its number in the sequence is 0, as there is no
 * acknowledgement that it could follow, and it acknowledges the request.
 */
DT_PROBE_CTX static bool is_refusal(const struct tcphdr *header, const uint64_t *out)
{
	const struct sock *sk = NET_OBJECT(out[1]);

	return header && header->rst && header->ack && header->seq == 0 && (!sk || sk->sk_state == TCP_LISTEN);
}

DT_PROBE_CTX bool os_adapt_tcp_refuse_four(const uint64_t *in, uint64_t *out)
{
	return is_refusal(sent_four(in, out), out);
}

DT_PROBE_CTX bool os_adapt_tcp_refuse_six(const uint64_t *in, uint64_t *out)
{
	return is_refusal(sent_six(in, out), out);
}

DT_PROBE_CTX static void came(uint64_t *out, uint64_t packet, uint64_t sock, int state)
{
	const struct sk_buff *skb = NET_OBJECT(packet);

	segment(out, skb, NET_OBJECT(sock), state, net_packet_of(skb), net_header(skb, skb->transport_header));
}

/* A function whose arguments are a socket, or what is left of one, and the packet that it got. */
DT_PROBE_CTX bool os_adapt_tcp_receive(const uint64_t *in, uint64_t *out)
{
	came(out, in[1], in[0], state_of(NET_OBJECT(in[0])));
	return true;
}

/*
 * tcp_check_req returns: a connection, or none; of which socket, packet, request. The packet of a
 * connection is given to another function.
 */
DT_PROBE_CTX bool os_adapt_tcp_receive_request(const uint64_t *in, uint64_t *out)
{
	if (in[0])
		return false;
	came(out, in[2], in[3], TCP_SYN_RECV);
	return true;
}

/* tcp_v4_send_reset, tcp_v6_send_reset: socket, packet. With a socket, another function has got the packet before. */
DT_PROBE_CTX bool os_adapt_tcp_receive_stray(const uint64_t *in, uint64_t *out)
{
	if (in[0])
		return false;
	came(out, in[1], 0, TCP_CLOSE);
	return true;
}

/* tcp_finish_connect: socket, packet; none when a program gives a connection the state that it wants. */
DT_PROBE_CTX bool os_adapt_tcp_connected(const uint64_t *in, uint64_t *out)
{
	if (!in[1])
		return false;
	came(out, in[1], in[0], TCP_ESTABLISHED);
	return true;
}

/* tcp_reset: socket, packet. */
DT_PROBE_CTX bool os_adapt_tcp_connect_refused(const uint64_t *in, uint64_t *out)
{
	const struct sock *sk = NET_OBJECT(in[0]);

	if (sk->sk_state != TCP_SYN_SENT || !in[1])
		return false;
	came(out, in[1], in[0], TCP_SYN_SENT);
	return true;
}

/* tcp_init_transfer: socket, which of the kernel's events it is, packet. */
DT_PROBE_CTX bool os_adapt_tcp_accepted(const uint64_t *in, uint64_t *out)
{
	if ((int)in[1] != BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB || !in[2])
		return false;
	came(out, in[2], in[0], TCP_ESTABLISHED);
	return true;
}

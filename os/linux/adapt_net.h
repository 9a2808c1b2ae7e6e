/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapt_net.h - what the adapters of ip, tcp and udp share (os/adapter.h). Objects are those that the
 * kernel passes to its own function: they are there while it runs.
 */
#ifndef OS_LINUX_ADAPT_NET_H
#define OS_LINUX_ADAPT_NET_H

#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/skbuff.h>
#include <net/sock.h>
#include <net/tcp_states.h>

#include "os/linux/linux.h"

/*
 * A packet that has no complete header of IP yet, for translators of userland/lib/net.d (struct
 * dt_packet there): addresses of its addresses, and the bytes that will follow the header.
 */
struct net_packet {
	u64 source, dest;
	u32 length, version;
};

/* An argument that is the address of an object. */
#define NET_OBJECT(word) ((const void *)(unsigned long)(word))

DT_PROBE_INLINE uint64_t net_word(const void *object)
{
	return (unsigned long)object;
}

/* Where a header is that is @offset bytes into the packet's memory. */
DT_PROBE_INLINE const void *net_header(const struct sk_buff *skb, u16 offset)
{
	return skb->head + offset;
}

/* Not the request for a connection, nor what is left of one: they have only what a socket begins with. */
DT_PROBE_INLINE bool net_is_full(const struct sock *sk)
{
	return sk->sk_state != TCP_NEW_SYN_RECV && sk->sk_state != TCP_TIME_WAIT;
}

/* Bytes of @skb that follow a header of @size bytes at @header. */
DT_PROBE_INLINE u32 net_length(const struct sk_buff *skb, const void *header, unsigned int size)
{
	return skb->len + (u32)(skb->data - (const unsigned char *)header) - size;
}

/*
 * net_packet - describe a packet; this CPU's, until the next one.
 * context: probe context, interrupts off.
 */
DT_PROBE_CTX uint64_t net_packet(unsigned int version, const void *source, const void *dest, u32 length);

/* The same of a packet whose header has everything but its length. */
DT_PROBE_CTX uint64_t net_packet_of(const struct sk_buff *skb);

#endif

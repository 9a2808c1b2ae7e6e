/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * object_sock.c - facts of a socket.
 *
 * A connection that is being made (struct request_sock) and one that has ended (struct
 * inet_timewait_sock) begin like a socket, with struct sock_common, and have none of what a struct
 * sock or struct tcp_sock has after that. Their state tells them from a full one.
 */
#include <linux/jiffies.h>
#include <linux/socket.h>
#include <linux/tcp.h>
#include <net/inet_connection_sock.h>
#include <net/sock.h>
#include <net/tcp.h>
#include <net/tcp_states.h>

#include "os/linux/object.h"

#include "base/memory.h"

/* ---- what all of them begin with -------------------------------------------------------------- */

FACT_MEMBER(sock_family, struct sock, __sk_common.skc_family, u64)

DT_PROBE_CTX static int state_of(uint64_t sock, u8 *ret)
{
	return os_kload(ret, sock + offsetof(struct sock, __sk_common.skc_state), sizeof(*ret));
}

/* States of a connection that only Linux has are those that they are a part of. */
DT_PROBE_CTX int linux_number_sock_state(uint64_t object, uint64_t *ret)
{
	u8 state;

	if (state_of(object, &state) != 0)
		return -OS_EFAULT;
	*ret = state == TCP_NEW_SYN_RECV ? TCP_SYN_RECV : state > TCP_NEW_SYN_RECV ? TCP_CLOSE : state;
	return 0;
}

DT_PROBE_CTX int linux_number_sock_full(uint64_t object, uint64_t *ret)
{
	u8 state;

	if (state_of(object, &state) != 0)
		return -OS_EFAULT;
	*ret = state != TCP_NEW_SYN_RECV && state != TCP_TIME_WAIT;
	return 0;
}

/* A closed connection has given its port back, and still knows which one it was. */
DT_PROBE_CTX int linux_number_sock_lport(uint64_t object, uint64_t *ret)
{
	uint64_t full, family;
	__be16 port;
	u16 number;

	if (!LOAD_MEMBER(&number, object, struct sock, __sk_common.skc_num) ||
	    linux_number_sock_full(object, &full) != 0 || linux_number_sock_family(object, &family) != 0)
		return -OS_EFAULT;
	*ret = number;
	if (number || !full || (family != AF_INET && family != AF_INET6))
		return 0;
	if (!LOAD_MEMBER(&port, object, struct inet_sock, inet_sport))
		return -OS_EFAULT;
	*ret = be16_to_cpu(port);
	return 0;
}

DT_PROBE_CTX int linux_number_sock_rport(uint64_t object, uint64_t *ret)
{
	__be16 port;

	if (!LOAD_MEMBER(&port, object, struct sock, __sk_common.skc_dport))
		return -OS_EFAULT;
	*ret = be16_to_cpu(port);
	return 0;
}

DT_PROBE_CTX int linux_number_sock_cookie(uint64_t object, uint64_t *ret)
{
	u64 cookie;

	if (!LOAD_MEMBER(&cookie, object, struct sock, __sk_common.skc_cookie))
		return -OS_EFAULT;
	*ret = cookie;
	return 0;
}

/* Where an address is: of IPv4 or of IPv6, by the socket's family. */
DT_PROBE_CTX static int address_at(uint64_t sock, size_t four, size_t six, uint64_t *ret)
{
	uint64_t family;

	if (linux_number_sock_family(sock, &family) != 0)
		return -OS_EFAULT;
	*ret = family == AF_INET ? sock + four : family == AF_INET6 && six ? sock + six : 0;
	return 0;
}

#if IS_ENABLED(CONFIG_IPV6)
#define OFFSET_OF_SIX(member) offsetof(struct sock, __sk_common.member)
#else
#define OFFSET_OF_SIX(member) 0
#endif

DT_PROBE_CTX int linux_number_sock_laddr(uint64_t object, uint64_t *ret)
{
	return address_at(object, offsetof(struct sock, __sk_common.skc_rcv_saddr), OFFSET_OF_SIX(skc_v6_rcv_saddr),
			  ret);
}

DT_PROBE_CTX int linux_number_sock_raddr(uint64_t object, uint64_t *ret)
{
	return address_at(object, offsetof(struct sock, __sk_common.skc_daddr), OFFSET_OF_SIX(skc_v6_daddr), ret);
}

/* A connection to the address that it comes from stays on the machine. */
DT_PROBE_CTX int linux_number_sock_local(uint64_t object, uint64_t *ret)
{
	uint64_t family, local, remote;
	u8 here[16], there[16];
	size_t size;

	*ret = 0;
	if (linux_number_sock_family(object, &family) != 0 || linux_number_sock_laddr(object, &local) != 0 ||
	    linux_number_sock_raddr(object, &remote) != 0)
		return -OS_EFAULT;
	if (!local)
		return 0;
	size = family == AF_INET6 ? 16 : 4;
	if (os_kload(here, local, size) != 0 || os_kload(there, remote, size) != 0)
		return -OS_EFAULT;
	*ret = dt_memcmp(here, there, size) == 0 || (size == 4 && here[0] == 127 && there[0] == 127);
	return 0;
}

/* ---- full sockets ----------------------------------------------------------------------------- */

DT_PROBE_CTX int linux_number_sock_protocol(uint64_t object, uint64_t *ret)
{
	u16 protocol;

	if (linux_number_sock_full(object, ret) != 0)
		return -OS_EFAULT;
	if (!*ret) { /* only TCP makes others (and DCCP, which nobody has) */
		*ret = IPPROTO_TCP;
		return 0;
	}
	if (!LOAD_MEMBER(&protocol, object, struct sock, sk_protocol))
		return -OS_EFAULT;
	*ret = protocol;
	return 0;
}

/* ---- TCP --------------------------------------------------------------------------------------- */

/*
 * Whether there is a struct tcp_sock at the address: 1, 0, or -OS_EFAULT. Raw sockets may have TCP's
 * number as well; the kernel sends TCP's answers to packets of no connection by such a one.
 */
DT_PROBE_CTX static int is_tcp(uint64_t sock)
{
	uint64_t full, family, protocol;
	u16 type;

	if (linux_number_sock_full(sock, &full) != 0 || linux_number_sock_family(sock, &family) != 0 ||
	    linux_number_sock_protocol(sock, &protocol) != 0)
		return -OS_EFAULT;
	if (!full || (family != AF_INET && family != AF_INET6) || protocol != IPPROTO_TCP)
		return 0;
	return LOAD_MEMBER(&type, sock, struct sock, sk_type) ? type == SOCK_STREAM : -OS_EFAULT;
}

/* A number of 32 bits at @offset of a struct tcp_sock; 0 where there is none. */
DT_PROBE_CTX static int tcp_number(uint64_t sock, size_t offset, uint64_t *ret)
{
	int found = is_tcp(sock);
	u32 number = 0;

	*ret = 0;
	if (found < 0 || (found && os_kload(&number, sock + offset, sizeof(number)) != 0))
		return -OS_EFAULT;
	*ret = number;
	return 0;
}

#define TCP_MEMBER(name, member)                                                    \
	DT_PROBE_CTX int linux_number_##name(uint64_t object, uint64_t *ret)        \
	{                                                                           \
		BUILD_BUG_ON(sizeof_field(struct tcp_sock, member) != sizeof(u32)); \
		return tcp_number(object, offsetof(struct tcp_sock, member), ret);  \
	}

TCP_MEMBER(tcp_suna, snd_una)
TCP_MEMBER(tcp_snxt, snd_nxt)
TCP_MEMBER(tcp_rnxt, rcv_nxt)
TCP_MEMBER(tcp_swnd, snd_wnd)
TCP_MEMBER(tcp_rwnd, rcv_wnd)
TCP_MEMBER(tcp_cwnd, snd_cwnd)
TCP_MEMBER(tcp_ssthresh, snd_ssthresh)
TCP_MEMBER(tcp_mss, mss_cache)
TCP_MEMBER(tcp_retransmit, retrans_out)

/* Numbers in the sequence and how many bytes have been: where the sequence began. */
DT_PROBE_CTX static int first_number(uint64_t sock, size_t next, size_t bytes, uint64_t *ret)
{
	u64 count;

	if (tcp_number(sock, next, ret) != 0)
		return -OS_EFAULT;
	if (is_tcp(sock) == 1) {
		if (os_kload(&count, sock + bytes, sizeof(count)) != 0)
			return -OS_EFAULT;
		*ret = (u32)(*ret - count);
	}
	return 0;
}

DT_PROBE_CTX int linux_number_tcp_iss(uint64_t object, uint64_t *ret)
{
	return first_number(object, offsetof(struct tcp_sock, snd_una), offsetof(struct tcp_sock, bytes_acked), ret);
}

DT_PROBE_CTX int linux_number_tcp_irs(uint64_t object, uint64_t *ret)
{
	return first_number(object, offsetof(struct tcp_sock, rcv_nxt), offsetof(struct tcp_sock, bytes_received), ret);
}

/*
 * Nothing arrived out of order: what was acknowledged last. Else the number of the packet after the
 * last one that did, which the kernel keeps in the packet; none after it: what is sent next.
 */
DT_PROBE_CTX int linux_number_tcp_sack(uint64_t object, uint64_t *ret)
{
	uint64_t packet;
	u32 sacked, first;

	if (linux_number_tcp_suna(object, ret) != 0)
		return -OS_EFAULT;
	if (is_tcp(object) != 1)
		return 0;
	if (!LOAD_MEMBER(&sacked, object, struct tcp_sock, sacked_out) ||
	    !LOAD_POINTER(&packet, object, struct tcp_sock, highest_sack))
		return -OS_EFAULT;
	if (!sacked)
		return 0;
	if (!packet)
		return linux_number_tcp_snxt(object, ret);
	if (os_kload(&first, packet + offsetof(struct sk_buff, cb) + offsetof(struct tcp_skb_cb, seq), sizeof(first)))
		return -OS_EFAULT;
	*ret = first;
	return 0;
}

/* Windows are scaled by numbers that are bits of the options. */
DT_PROBE_CTX static int load_options(uint64_t sock, struct tcp_options_received *options)
{
	int found = is_tcp(sock);

	if (found > 0 && !LOAD_MEMBER(options, sock, struct tcp_sock, rx_opt))
		return -OS_EFAULT;
	return found;
}

DT_PROBE_CTX int linux_number_tcp_snd_ws(uint64_t object, uint64_t *ret)
{
	struct tcp_options_received options;
	int found = load_options(object, &options);

	*ret = found > 0 ? options.snd_wscale : 0;
	return min(found, 0);
}

DT_PROBE_CTX int linux_number_tcp_rcv_ws(uint64_t object, uint64_t *ret)
{
	struct tcp_options_received options;
	int found = load_options(object, &options);

	*ret = found > 0 ? options.rcv_wscale : 0;
	return min(found, 0);
}

DT_PROBE_CTX int linux_number_tcp_rto(uint64_t object, uint64_t *ret)
{
	int error = tcp_number(object, offsetof(struct inet_connection_sock, icsk_rto), ret);

	*ret = *ret * MSEC_PER_SEC / HZ;
	return error;
}

/* The kernel keeps eight times the smoothed time, and four times its deviation. */
DT_PROBE_CTX int linux_number_tcp_rtt(uint64_t object, uint64_t *ret)
{
	int error = tcp_number(object, offsetof(struct tcp_sock, srtt_us), ret);

	*ret >>= 3;
	return error;
}

DT_PROBE_CTX int linux_number_tcp_rtt_sd(uint64_t object, uint64_t *ret)
{
	int error = tcp_number(object, offsetof(struct tcp_sock, mdev_us), ret);

	*ret >>= 2;
	return error;
}

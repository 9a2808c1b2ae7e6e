/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* net.d - packets, connections and protocol headers as D programs know them. Facts (dt_number): spec/fact.def. */

typedef struct in6_addr in6_addr_t;
typedef struct iphdr ipha_t;
typedef struct ipv6hdr ip6_t;
typedef struct tcphdr tcph_t;
typedef struct udphdr udpha_t;

typedef int netstackid_t;

typedef struct pktinfo {
	uintptr_t pkt_addr;
} pktinfo_t;

typedef struct csinfo {
	uintptr_t cs_addr;
	uint64_t cs_cid;
	pid_t cs_pid;
	zoneid_t cs_zoneid;
} csinfo_t;

typedef struct conninfo {
	string ci_local;
	string ci_remote;
	string ci_protocol;
} conninfo_t;

typedef struct ipinfo {
	uint8_t ip_ver;
	uint32_t ip_plength;
	string ip_saddr;
	string ip_daddr;
} ipinfo_t;

typedef struct ifinfo {
	string if_name;
	int8_t if_local;
	netstackid_t if_ipstack;
	uintptr_t if_addr;
} ifinfo_t;

typedef struct ipv4info {
	uint8_t ipv4_ver;
	uint8_t ipv4_ihl;
	uint8_t ipv4_tos;
	uint16_t ipv4_length;
	uint16_t ipv4_ident;
	uint8_t ipv4_flags;
	uint16_t ipv4_offset;
	uint8_t ipv4_ttl;
	uint8_t ipv4_protocol;
	string ipv4_protostr;
	uint16_t ipv4_checksum;
	ipaddr_t ipv4_src;
	ipaddr_t ipv4_dst;
	string ipv4_saddr;
	string ipv4_daddr;
	ipha_t *ipv4_hdr;
} ipv4info_t;

typedef struct ipv6info {
	uint8_t ipv6_ver;
	uint8_t ipv6_tclass;
	uint32_t ipv6_flow;
	uint16_t ipv6_plen;
	uint8_t ipv6_nexthdr;
	string ipv6_nextstr;
	uint8_t ipv6_hlim;
	in6_addr_t *ipv6_src;
	in6_addr_t *ipv6_dst;
	string ipv6_saddr;
	string ipv6_daddr;
	ip6_t *ipv6_hdr;
} ipv6info_t;

typedef struct tcpinfo {
	uint16_t tcp_sport;
	uint16_t tcp_dport;
	uint32_t tcp_seq;
	uint32_t tcp_ack;
	uint8_t tcp_offset;
	uint8_t tcp_flags;
	uint16_t tcp_window;
	uint16_t tcp_checksum;
	uint16_t tcp_urgent;
	tcph_t *tcp_hdr;
} tcpinfo_t;

typedef struct tcpsinfo {
	uintptr_t tcps_addr;
	int tcps_local;
	uint16_t tcps_lport;
	uint16_t tcps_rport;
	string tcps_laddr;
	string tcps_raddr;
	int tcps_state;
	uint32_t tcps_iss;
	uint32_t tcps_irs;
	uint32_t tcps_suna;
	uint32_t tcps_snxt;
	uint32_t tcps_rnxt;
	uint32_t tcps_swnd;
	int32_t tcps_snd_ws;
	uint32_t tcps_rwnd;
	int32_t tcps_rcv_ws;
	uint32_t tcps_cwnd;
	uint32_t tcps_cwnd_ssthresh;
	uint32_t tcps_sack_fack;
	uint32_t tcps_sack_snxt;
	uint32_t tcps_rto;
	uint32_t tcps_mss;
	int tcps_retransmit;
	uint32_t tcps_rtt;
	uint32_t tcps_rtt_sd;
} tcpsinfo_t;

typedef struct tcplsinfo {
	int tcps_state;
} tcplsinfo_t;

typedef struct udpinfo {
	uint16_t udp_sport;
	uint16_t udp_dport;
	uint16_t udp_length;
	uint16_t udp_checksum;
	udpha_t *udp_hdr;
} udpinfo_t;

typedef struct udpsinfo {
	uintptr_t udps_addr;
	uint16_t udps_lport;
	uint16_t udps_rport;
	string udps_laddr;
	string udps_raddr;
} udpsinfo_t;

/* The headers as they are on the wire, in the network's byte order: no kernel has others. */
struct dt_ip4 {
	uint8_t version, tos;
	uint16_t length, ident, fragment;
	uint8_t ttl, protocol;
	uint16_t check;
	ipaddr_t source, dest;
};

struct dt_ip6 {
	uint8_t flow[4];
	uint16_t length;
	uint8_t next, hops, source[16], dest[16];
};

struct dt_tcp {
	uint16_t source, dest;
	uint32_t seq, ack;
	uint8_t offset, flags;
	uint16_t window, check, urgent;
};

struct dt_udp {
	uint16_t source, dest, length, check;
};

/* What providers tell of a packet whose header of IP is not complete yet. */
struct dt_packet {
	uint64_t source, dest; /* where its addresses are */
	uint32_t length, version;
};

/* A connection and the state that it is about to have. */
struct dt_connection {
	uint64_t sock;
	uint32_t state;
};

/* The place of the address of a packet's source, and of its destination. */
inline string dt_source[struct dt_ip4 *I] = I->version >> 4 == 4 ? inet_ntoa(&I->source) : inet_ntoa6((in6_addr_t *)((struct dt_ip6 *)I)->source);
inline string dt_dest[struct dt_ip4 *I] = I->version >> 4 == 4 ? inet_ntoa(&I->dest) : inet_ntoa6((in6_addr_t *)((struct dt_ip6 *)I)->dest);

translator pktinfo_t < struct sk_buff *S > {
	pkt_addr = (uintptr_t)S;
};

/* A connection is the same one as long as its socket is. */
translator csinfo_t < struct sock *S > {
	cs_addr = (uintptr_t)S;
	cs_cid = (uint64_t)S;
	cs_zoneid = 0;
};

/* Both versions of IP begin with the version. A header that is not there: a connection whose packet is not made yet. */
translator ipinfo_t < struct iphdr *I > {
	ip_ver = I ? ((struct dt_ip4 *)I)->version >> 4 : 0;
	ip_plength = I ? ((struct dt_ip4 *)I)->version >> 4 == 4 ? ntohs(((struct dt_ip4 *)I)->length) - ((((struct dt_ip4 *)I)->version & 15) << 2) :
		ntohs(((struct dt_ip6 *)I)->length) : 0;
	ip_saddr = I ? dt_source[(struct dt_ip4 *)I] : "<unknown>";
	ip_daddr = I ? dt_dest[(struct dt_ip4 *)I] : "<unknown>";
};

/* A packet that is longer than its header can say has its length elsewhere. */
translator ipinfo_t < struct sk_buff *S > {
	ip_ver = S ? ((struct dt_ip4 *)dt_number(skb_network, S))->version >> 4 : 0;
	ip_plength = S ? dt_number(skb_payload, S) : 0;
	ip_saddr = S ? dt_source[(struct dt_ip4 *)dt_number(skb_network, S)] : "<unknown>";
	ip_daddr = S ? dt_dest[(struct dt_ip4 *)dt_number(skb_network, S)] : "<unknown>";
};

translator ipinfo_t < struct dt_packet *P > {
	ip_ver = P ? P->version : 0;
	ip_plength = P ? P->length : 0;
	ip_saddr = P ? inet_ntop(P->version == 4 ? AF_INET : AF_INET6, (void *)P->source) : "<unknown>";
	ip_daddr = P ? inet_ntop(P->version == 4 ? AF_INET : AF_INET6, (void *)P->dest) : "<unknown>";
};

translator ifinfo_t < struct net_device *N > {
	if_name = N ? dt_text(device_name, N) : "<null>";
	if_local = N ? dt_number(device_local, N) : 0;
	if_ipstack = 0;
	if_addr = (uintptr_t)N;
};

inline string dt_protocol[int p] = p == IPPROTO_TCP ? "TCP" : p == IPPROTO_UDP ? "UDP" : p == IPPROTO_ICMP ? "ICMP" :
	p == IPPROTO_ICMPV6 ? "ICMPV6" : p == IPPROTO_IGMP ? "IGMP" : p == IPPROTO_SCTP ? "SCTP" : lltostr(p);

/* Of a packet of the other version there is none. */
translator ipv4info_t < struct iphdr *I > {
	ipv4_ver = I ? ((struct dt_ip4 *)I)->version >> 4 : 0;
	ipv4_ihl = I ? ((struct dt_ip4 *)I)->version & 15 : 0;
	ipv4_tos = I ? ((struct dt_ip4 *)I)->tos : 0;
	ipv4_length = I ? ntohs(((struct dt_ip4 *)I)->length) : 0;
	ipv4_ident = I ? ntohs(((struct dt_ip4 *)I)->ident) : 0;
	ipv4_flags = I ? ntohs(((struct dt_ip4 *)I)->fragment) >> 13 : 0;
	ipv4_offset = I ? ntohs(((struct dt_ip4 *)I)->fragment) & 0x1fff : 0;
	ipv4_ttl = I ? ((struct dt_ip4 *)I)->ttl : 0;
	ipv4_protocol = I ? ((struct dt_ip4 *)I)->protocol : 0;
	ipv4_protostr = I ? dt_protocol[((struct dt_ip4 *)I)->protocol] : "<unknown>";
	ipv4_checksum = I ? ntohs(((struct dt_ip4 *)I)->check) : 0;
	ipv4_src = I ? ((struct dt_ip4 *)I)->source : 0;
	ipv4_dst = I ? ((struct dt_ip4 *)I)->dest : 0;
	ipv4_saddr = I ? inet_ntoa(&((struct dt_ip4 *)I)->source) : "<unknown>";
	ipv4_daddr = I ? inet_ntoa(&((struct dt_ip4 *)I)->dest) : "<unknown>";
	ipv4_hdr = I;
};

translator ipv6info_t < struct ipv6hdr *I > {
	ipv6_ver = I ? ((struct dt_ip6 *)I)->flow[0] >> 4 : 0;
	ipv6_tclass = I ? (((struct dt_ip6 *)I)->flow[0] & 15) << 4 | ((struct dt_ip6 *)I)->flow[1] >> 4 : 0;
	ipv6_flow = I ? (((struct dt_ip6 *)I)->flow[1] & 15) << 16 | ((struct dt_ip6 *)I)->flow[2] << 8 | ((struct dt_ip6 *)I)->flow[3] : 0;
	ipv6_plen = I ? ntohs(((struct dt_ip6 *)I)->length) : 0;
	ipv6_nexthdr = I ? ((struct dt_ip6 *)I)->next : 0;
	ipv6_nextstr = I ? dt_protocol[((struct dt_ip6 *)I)->next] : "<unknown>";
	ipv6_hlim = I ? ((struct dt_ip6 *)I)->hops : 0;
	ipv6_src = I ? (in6_addr_t *)((struct dt_ip6 *)I)->source : NULL;
	ipv6_dst = I ? (in6_addr_t *)((struct dt_ip6 *)I)->dest : NULL;
	ipv6_saddr = I ? inet_ntoa6((in6_addr_t *)((struct dt_ip6 *)I)->source) : "<unknown>";
	ipv6_daddr = I ? inet_ntoa6((in6_addr_t *)((struct dt_ip6 *)I)->dest) : "<unknown>";
	ipv6_hdr = I;
};

/* The bits of the flags are those of TH_*. */
translator tcpinfo_t < struct tcphdr *T > {
	tcp_sport = T ? ntohs(((struct dt_tcp *)T)->source) : 0;
	tcp_dport = T ? ntohs(((struct dt_tcp *)T)->dest) : 0;
	tcp_seq = T ? ntohl(((struct dt_tcp *)T)->seq) : 0;
	tcp_ack = T ? ntohl(((struct dt_tcp *)T)->ack) : 0;
	tcp_offset = T ? ((struct dt_tcp *)T)->offset >> 4 << 2 : 0;
	tcp_flags = T ? ((struct dt_tcp *)T)->flags : 0;
	tcp_window = T ? ntohs(((struct dt_tcp *)T)->window) : 0;
	tcp_checksum = T ? ntohs(((struct dt_tcp *)T)->check) : 0;
	tcp_urgent = T ? ntohs(((struct dt_tcp *)T)->urgent) : 0;
	tcp_hdr = T;
};

translator udpinfo_t < struct udphdr *U > {
	udp_sport = U ? ntohs(((struct dt_udp *)U)->source) : 0;
	udp_dport = U ? ntohs(((struct dt_udp *)U)->dest) : 0;
	udp_length = U ? ntohs(((struct dt_udp *)U)->length) : 0;
	udp_checksum = U ? ntohs(((struct dt_udp *)U)->check) : 0;
	udp_hdr = U;
};

/* The same of a packet, by where it says that its headers are. */
translator tcpinfo_t < struct sk_buff *S > {
	tcp_sport = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_sport;
	tcp_dport = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_dport;
	tcp_seq = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_seq;
	tcp_ack = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_ack;
	tcp_offset = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_offset;
	tcp_flags = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_flags;
	tcp_window = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_window;
	tcp_checksum = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_checksum;
	tcp_urgent = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_urgent;
	tcp_hdr = xlate <tcpinfo_t> ((struct tcphdr *)dt_number(skb_transport, S)).tcp_hdr;
};

translator udpinfo_t < struct sk_buff *S > {
	udp_sport = xlate <udpinfo_t> ((struct udphdr *)dt_number(skb_transport, S)).udp_sport;
	udp_dport = xlate <udpinfo_t> ((struct udphdr *)dt_number(skb_transport, S)).udp_dport;
	udp_length = xlate <udpinfo_t> ((struct udphdr *)dt_number(skb_transport, S)).udp_length;
	udp_checksum = xlate <udpinfo_t> ((struct udphdr *)dt_number(skb_transport, S)).udp_checksum;
	udp_hdr = xlate <udpinfo_t> ((struct udphdr *)dt_number(skb_transport, S)).udp_hdr;
};

translator ipv4info_t < struct sk_buff *S > {
	ipv4_ver = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_ver;
	ipv4_ihl = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_ihl;
	ipv4_tos = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_tos;
	ipv4_length = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_length;
	ipv4_ident = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_ident;
	ipv4_flags = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_flags;
	ipv4_offset = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_offset;
	ipv4_ttl = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_ttl;
	ipv4_protocol = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_protocol;
	ipv4_protostr = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_protostr;
	ipv4_checksum = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_checksum;
	ipv4_src = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_src;
	ipv4_dst = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_dst;
	ipv4_saddr = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_saddr;
	ipv4_daddr = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_daddr;
	ipv4_hdr = xlate <ipv4info_t> ((struct iphdr *)dt_number(skb_network, S)).ipv4_hdr;
};

translator ipv6info_t < struct sk_buff *S > {
	ipv6_ver = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_ver;
	ipv6_tclass = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_tclass;
	ipv6_flow = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_flow;
	ipv6_plen = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_plen;
	ipv6_nexthdr = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_nexthdr;
	ipv6_nextstr = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_nextstr;
	ipv6_hlim = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_hlim;
	ipv6_src = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_src;
	ipv6_dst = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_dst;
	ipv6_saddr = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_saddr;
	ipv6_daddr = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_daddr;
	ipv6_hdr = xlate <ipv6info_t> ((struct ipv6hdr *)dt_number(skb_network, S)).ipv6_hdr;
};

translator ifinfo_t < struct sk_buff *S > {
	if_name = xlate <ifinfo_t> ((struct net_device *)dt_number(skb_device, S)).if_name;
	if_local = xlate <ifinfo_t> ((struct net_device *)dt_number(skb_device, S)).if_local;
	if_ipstack = xlate <ifinfo_t> ((struct net_device *)dt_number(skb_device, S)).if_ipstack;
	if_addr = xlate <ifinfo_t> ((struct net_device *)dt_number(skb_device, S)).if_addr;
};

/* An address of a socket of IP; other sockets have none of this kind. */
inline string dt_laddr[struct sock *S] = dt_number(sock_laddr, S) ? inet_ntop(dt_number(sock_family, S), (void *)dt_number(sock_laddr, S)) : "<unknown>";
inline string dt_raddr[struct sock *S] = dt_number(sock_raddr, S) ? inet_ntop(dt_number(sock_family, S), (void *)dt_number(sock_raddr, S)) : "<unknown>";

translator conninfo_t < struct sock *S > {
	ci_local = S ? dt_laddr[S] : "<unknown>";
	ci_remote = S ? dt_raddr[S] : "<unknown>";
	ci_protocol = S ? dt_number(sock_family, S) == AF_INET ? "ipv4" : dt_number(sock_family, S) == AF_INET6 ? "ipv6" : "<unknown>" : "<unknown>";
};

inline string tcp_state_string[int state] = state == TCP_STATE_ESTABLISHED ? "state-established" : state == TCP_STATE_SYN_SENT ? "state-syn-sent" :
	state == TCP_STATE_SYN_RECEIVED ? "state-syn-received" : state == TCP_STATE_FIN_WAIT_1 ? "state-fin-wait-1" :
	state == TCP_STATE_FIN_WAIT_2 ? "state-fin-wait-2" : state == TCP_STATE_TIME_WAIT ? "state-time-wait" : state == TCP_STATE_CLOSED ? "state-closed" :
	state == TCP_STATE_CLOSE_WAIT ? "state-close-wait" : state == TCP_STATE_LAST_ACK ? "state-last-ack" : state == TCP_STATE_LISTEN ? "state-listen" :
	state == TCP_STATE_CLOSING ? "state-closing" : state == TCP_STATE_BOUND ? "state-bound" : "<unknown>";

/* The request for a connection, and what is left of an ended one, have addresses, ports and a state only: the rest of them is 0. */
translator tcpsinfo_t < struct sock *S > {
	tcps_addr = (uintptr_t)S;
	tcps_local = S ? dt_number(sock_local, S) : 0;
	tcps_lport = S ? dt_number(sock_lport, S) : 0;
	tcps_rport = S ? dt_number(sock_rport, S) : 0;
	tcps_laddr = S ? dt_laddr[S] : "<unknown>";
	tcps_raddr = S ? dt_raddr[S] : "<unknown>";
	tcps_state = S ? dt_number(sock_state, S) : TCP_STATE_CLOSED;
	tcps_iss = S ? dt_number(tcp_iss, S) : 0;
	tcps_irs = S ? dt_number(tcp_irs, S) : 0;
	tcps_suna = S ? dt_number(tcp_suna, S) : 0;
	tcps_snxt = S ? dt_number(tcp_snxt, S) : 0;
	tcps_rnxt = S ? dt_number(tcp_rnxt, S) : 0;
	tcps_swnd = S ? dt_number(tcp_swnd, S) : 0;
	tcps_snd_ws = S ? dt_number(tcp_snd_ws, S) : 0;
	tcps_rwnd = S ? dt_number(tcp_rwnd, S) : 0;
	tcps_rcv_ws = S ? dt_number(tcp_rcv_ws, S) : 0;
	tcps_cwnd = S ? dt_number(tcp_cwnd, S) : 0;
	tcps_cwnd_ssthresh = S ? dt_number(tcp_ssthresh, S) : 0;
	tcps_sack_fack = S ? dt_number(tcp_sack, S) : 0;
	tcps_sack_snxt = S ? dt_number(tcp_sack, S) : 0;
	tcps_rto = S ? dt_number(tcp_rto, S) : 0;
	tcps_mss = S ? dt_number(tcp_mss, S) : 0;
	tcps_retransmit = S ? dt_number(tcp_retransmit, S) : 0;
	tcps_rtt = S ? dt_number(tcp_rtt, S) : 0;
	tcps_rtt_sd = S ? dt_number(tcp_rtt_sd, S) : 0;
};

translator tcpsinfo_t < struct tcp_sock *T > {
	tcps_addr = xlate <tcpsinfo_t> ((struct sock *)T).tcps_addr;
	tcps_local = xlate <tcpsinfo_t> ((struct sock *)T).tcps_local;
	tcps_lport = xlate <tcpsinfo_t> ((struct sock *)T).tcps_lport;
	tcps_rport = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rport;
	tcps_laddr = xlate <tcpsinfo_t> ((struct sock *)T).tcps_laddr;
	tcps_raddr = xlate <tcpsinfo_t> ((struct sock *)T).tcps_raddr;
	tcps_state = xlate <tcpsinfo_t> ((struct sock *)T).tcps_state;
	tcps_iss = xlate <tcpsinfo_t> ((struct sock *)T).tcps_iss;
	tcps_irs = xlate <tcpsinfo_t> ((struct sock *)T).tcps_irs;
	tcps_suna = xlate <tcpsinfo_t> ((struct sock *)T).tcps_suna;
	tcps_snxt = xlate <tcpsinfo_t> ((struct sock *)T).tcps_snxt;
	tcps_rnxt = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rnxt;
	tcps_swnd = xlate <tcpsinfo_t> ((struct sock *)T).tcps_swnd;
	tcps_snd_ws = xlate <tcpsinfo_t> ((struct sock *)T).tcps_snd_ws;
	tcps_rwnd = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rwnd;
	tcps_rcv_ws = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rcv_ws;
	tcps_cwnd = xlate <tcpsinfo_t> ((struct sock *)T).tcps_cwnd;
	tcps_cwnd_ssthresh = xlate <tcpsinfo_t> ((struct sock *)T).tcps_cwnd_ssthresh;
	tcps_sack_fack = xlate <tcpsinfo_t> ((struct sock *)T).tcps_sack_fack;
	tcps_sack_snxt = xlate <tcpsinfo_t> ((struct sock *)T).tcps_sack_snxt;
	tcps_rto = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rto;
	tcps_mss = xlate <tcpsinfo_t> ((struct sock *)T).tcps_mss;
	tcps_retransmit = xlate <tcpsinfo_t> ((struct sock *)T).tcps_retransmit;
	tcps_rtt = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rtt;
	tcps_rtt_sd = xlate <tcpsinfo_t> ((struct sock *)T).tcps_rtt_sd;
};

/* The socket still has the state before. */
translator tcpsinfo_t < struct dt_connection *C > {
	tcps_addr = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_addr;
	tcps_local = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_local;
	tcps_lport = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_lport;
	tcps_rport = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rport;
	tcps_laddr = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_laddr;
	tcps_raddr = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_raddr;
	tcps_state = C->state;
	tcps_iss = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_iss;
	tcps_irs = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_irs;
	tcps_suna = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_suna;
	tcps_snxt = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_snxt;
	tcps_rnxt = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rnxt;
	tcps_swnd = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_swnd;
	tcps_snd_ws = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_snd_ws;
	tcps_rwnd = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rwnd;
	tcps_rcv_ws = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rcv_ws;
	tcps_cwnd = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_cwnd;
	tcps_cwnd_ssthresh = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_cwnd_ssthresh;
	tcps_sack_fack = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_sack_fack;
	tcps_sack_snxt = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_sack_snxt;
	tcps_rto = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rto;
	tcps_mss = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_mss;
	tcps_retransmit = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_retransmit;
	tcps_rtt = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rtt;
	tcps_rtt_sd = xlate <tcpsinfo_t> ((struct sock *)C->sock).tcps_rtt_sd;
};

translator tcplsinfo_t < int S > {
	tcps_state = S;
};

translator udpsinfo_t < struct sock *S > {
	udps_addr = (uintptr_t)S;
	udps_lport = S ? dt_number(sock_lport, S) : 0;
	udps_rport = S ? dt_number(sock_rport, S) : 0;
	udps_laddr = S ? dt_laddr[S] : "<unknown>";
	udps_raddr = S ? dt_raddr[S] : "<unknown>";
};

translator udpsinfo_t < struct udp_sock *U > {
	udps_addr = xlate <udpsinfo_t> ((struct sock *)U).udps_addr;
	udps_lport = xlate <udpsinfo_t> ((struct sock *)U).udps_lport;
	udps_rport = xlate <udpsinfo_t> ((struct sock *)U).udps_rport;
	udps_laddr = xlate <udpsinfo_t> ((struct sock *)U).udps_laddr;
	udps_raddr = xlate <udpsinfo_t> ((struct sock *)U).udps_raddr;
};

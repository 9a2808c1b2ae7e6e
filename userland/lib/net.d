/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* net.d - packets, connections and protocol headers as D programs know them. */

typedef struct in6_addr in6_addr_t;

typedef struct pktinfo {
	uintptr_t pkt_addr;
} pktinfo_t;

typedef struct csinfo {
	uintptr_t cs_addr;
	uint64_t cs_cid;
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
	int if_ipstack;
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
	uintptr_t ipv4_hdr;
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
	uintptr_t ipv6_hdr;
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
	uintptr_t tcp_hdr;
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
	uintptr_t udp_hdr;
} udpinfo_t;

typedef struct udpsinfo {
	uintptr_t udps_addr;
	uint16_t udps_lport;
	uint16_t udps_rport;
	string udps_laddr;
	string udps_raddr;
} udpsinfo_t;

translator pktinfo_t < struct sk_buff *S > {
	pkt_addr = (uintptr_t)S;
};

translator csinfo_t < struct sock *S > {
	cs_addr = (uintptr_t)S;
};

/* Both versions of IP begin with the version. A header that is not there: a connection whose packet is not made yet. */
translator ipinfo_t < struct iphdr *I > {
	ip_ver = I ? I->version : 0;
	ip_plength = I ? I->version == 4 ? ntohs(I->tot_len) - (I->ihl << 2) : ntohs(((struct ipv6hdr *)I)->payload_len) : 0;
	ip_saddr = I ? I->version == 4 ? inet_ntoa((ipaddr_t *)&I->saddr) : inet_ntoa6(&((struct ipv6hdr *)I)->saddr) : "<unknown>";
	ip_daddr = I ? I->version == 4 ? inet_ntoa((ipaddr_t *)&I->daddr) : inet_ntoa6(&((struct ipv6hdr *)I)->daddr) : "<unknown>";
};

translator ifinfo_t < struct net_device *N > {
	if_name = N ? stringof(N->name) : "<null>";
	if_local = N ? (N->flags & 8) != 0 : 0;
	if_addr = (uintptr_t)N;
};

inline string dt_protocol[int p] = p == IPPROTO_TCP ? "TCP" : p == IPPROTO_UDP ? "UDP" : p == IPPROTO_ICMP ? "ICMP" :
	p == IPPROTO_ICMPV6 ? "ICMPV6" : p == IPPROTO_IGMP ? "IGMP" : p == IPPROTO_SCTP ? "SCTP" : lltostr(p);

translator ipv4info_t < struct iphdr *I > {
	ipv4_ver = I->version;
	ipv4_ihl = I->ihl;
	ipv4_tos = I->tos;
	ipv4_length = ntohs(I->tot_len);
	ipv4_ident = ntohs(I->id);
	ipv4_flags = ntohs(I->frag_off) >> 13;
	ipv4_offset = ntohs(I->frag_off) & 0x1fff;
	ipv4_ttl = I->ttl;
	ipv4_protocol = I->protocol;
	ipv4_protostr = dt_protocol[I->protocol];
	ipv4_checksum = ntohs(I->check);
	ipv4_src = I->saddr;
	ipv4_dst = I->daddr;
	ipv4_saddr = inet_ntoa((ipaddr_t *)&I->saddr);
	ipv4_daddr = inet_ntoa((ipaddr_t *)&I->daddr);
	ipv4_hdr = (uintptr_t)I;
};

translator ipv6info_t < struct ipv6hdr *I > {
	ipv6_ver = I->version;
	ipv6_tclass = I->priority << 4 | I->flow_lbl[0] >> 4;
	ipv6_flow = (I->flow_lbl[0] & 0xf) << 16 | I->flow_lbl[1] << 8 | I->flow_lbl[2];
	ipv6_plen = ntohs(I->payload_len);
	ipv6_nexthdr = I->nexthdr;
	ipv6_nextstr = dt_protocol[I->nexthdr];
	ipv6_hlim = I->hop_limit;
	ipv6_src = &I->saddr;
	ipv6_dst = &I->daddr;
	ipv6_saddr = inet_ntoa6(&I->saddr);
	ipv6_daddr = inet_ntoa6(&I->daddr);
	ipv6_hdr = (uintptr_t)I;
};

translator tcpinfo_t < struct tcphdr *T > {
	tcp_sport = T ? ntohs(T->source) : 0;
	tcp_dport = T ? ntohs(T->dest) : 0;
	tcp_seq = T ? ntohl(T->seq) : 0;
	tcp_ack = T ? ntohl(T->ack_seq) : 0;
	tcp_offset = T ? T->doff << 2 : 0;
	tcp_flags = T ? T->fin * TH_FIN | T->syn * TH_SYN | T->rst * TH_RST | T->psh * TH_PSH | T->ack * TH_ACK | T->urg * TH_URG |
		T->ece * TH_ECE | T->cwr * TH_CWR : 0;
	tcp_window = T ? ntohs(T->window) : 0;
	tcp_checksum = T ? ntohs(T->check) : 0;
	tcp_urgent = T ? ntohs(T->urg_ptr) : 0;
	tcp_hdr = (uintptr_t)T;
};

translator udpinfo_t < struct udphdr *U > {
	udp_sport = U ? ntohs(U->source) : 0;
	udp_dport = U ? ntohs(U->dest) : 0;
	udp_length = U ? ntohs(U->len) : 0;
	udp_checksum = U ? ntohs(U->check) : 0;
	udp_hdr = (uintptr_t)U;
};

/* skc_family: AF_INET or AF_INET6. skc_num is in the CPU's order, skc_dport in the network's. */
translator tcpsinfo_t < struct tcp_sock *T > {
	tcps_addr = (uintptr_t)T;
	tcps_lport = T ? ((struct sock *)T)->__sk_common.skc_num : 0;
	tcps_rport = T ? ntohs(((struct sock *)T)->__sk_common.skc_dport) : 0;
	tcps_laddr = T ? ((struct sock *)T)->__sk_common.skc_family == AF_INET ?
		inet_ntoa((ipaddr_t *)&((struct sock *)T)->__sk_common.skc_rcv_saddr) :
		inet_ntoa6(&((struct sock *)T)->__sk_common.skc_v6_rcv_saddr) : "<unknown>";
	tcps_raddr = T ? ((struct sock *)T)->__sk_common.skc_family == AF_INET ?
		inet_ntoa((ipaddr_t *)&((struct sock *)T)->__sk_common.skc_daddr) :
		inet_ntoa6(&((struct sock *)T)->__sk_common.skc_v6_daddr) : "<unknown>";
	tcps_state = T ? ((struct sock *)T)->__sk_common.skc_state : TCP_STATE_CLOSED;
	tcps_suna = T ? T->snd_una : 0;
	tcps_snxt = T ? T->snd_nxt : 0;
	tcps_rnxt = T ? T->rcv_nxt : 0;
	tcps_swnd = T ? T->snd_wnd : 0;
	tcps_snd_ws = T ? T->rx_opt.snd_wscale : 0;
	tcps_rwnd = T ? T->rcv_wnd : 0;
	tcps_rcv_ws = T ? T->rx_opt.rcv_wscale : 0;
	tcps_cwnd = T ? T->snd_cwnd : 0;
	tcps_cwnd_ssthresh = T ? T->snd_ssthresh : 0;
	tcps_mss = T ? T->mss_cache : 0;
	tcps_retransmit = T ? T->retrans_out : 0;
	tcps_rtt = T ? T->srtt_us >> 3 : 0;
	tcps_rtt_sd = T ? T->mdev_us >> 2 : 0;
};

translator tcplsinfo_t < int S > {
	tcps_state = S;
};

translator udpsinfo_t < struct udp_sock *U > {
	udps_addr = (uintptr_t)U;
	udps_lport = U ? ((struct sock *)U)->__sk_common.skc_num : 0;
	udps_rport = U ? ntohs(((struct sock *)U)->__sk_common.skc_dport) : 0;
	udps_laddr = U ? ((struct sock *)U)->__sk_common.skc_family == AF_INET ?
		inet_ntoa((ipaddr_t *)&((struct sock *)U)->__sk_common.skc_rcv_saddr) :
		inet_ntoa6(&((struct sock *)U)->__sk_common.skc_v6_rcv_saddr) : "<unknown>";
	udps_raddr = U ? ((struct sock *)U)->__sk_common.skc_family == AF_INET ?
		inet_ntoa((ipaddr_t *)&((struct sock *)U)->__sk_common.skc_daddr) :
		inet_ntoa6(&((struct sock *)U)->__sk_common.skc_v6_daddr) : "<unknown>";
};

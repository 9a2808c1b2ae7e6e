/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* translators.d - the translators of net.d at functions that packets go through. Without types of the kernel. */
fbt:vmlinux:ip_rcv:entry {
	this->skb = (struct sk_buff *)arg0;
	this->ip = (struct iphdr *)xlate <ipv4info_t> (this->skb).ipv4_hdr;
	printf("ip %d %d %s %s\n", xlate <ipinfo_t> (this->ip).ip_ver, xlate <ipinfo_t> (this->ip).ip_plength,
		xlate <ipinfo_t> (this->ip).ip_saddr, xlate <ipinfo_t> (this->ip).ip_daddr);
	printf("packet of ip %d %d %s %s\n", xlate <ipinfo_t> (this->skb).ip_ver, xlate <ipinfo_t> (this->skb).ip_plength,
		xlate <ipinfo_t> (this->skb).ip_saddr, xlate <ipinfo_t> (this->skb).ip_daddr);
	this->v4 = xlate <ipv4info_t> (this->ip);
	printf("ipv4 %d %d %d %d %d %d %s %s %s %d\n", this->v4.ipv4_ver, this->v4.ipv4_ihl, this->v4.ipv4_length, this->v4.ipv4_flags,
		this->v4.ipv4_offset, this->v4.ipv4_protocol, this->v4.ipv4_protostr, this->v4.ipv4_saddr, this->v4.ipv4_daddr,
		this->v4.ipv4_hdr == this->ip && this->v4.ipv4_ttl == 64 && ntohl(this->v4.ipv4_src) >> 8 == 0x7f0000);
	printf("packet %d interface %s %d %d\n", xlate <pktinfo_t> (this->skb).pkt_addr == arg0,
		xlate <ifinfo_t> ((struct net_device *)arg1).if_name, xlate <ifinfo_t> ((struct net_device *)arg1).if_local,
		xlate <ifinfo_t> (this->skb).if_addr == arg1);
}
fbt:vmlinux:ipv6_rcv:entry / xlate <ipv6info_t> ((struct sk_buff *)arg0).ipv6_nexthdr == IPPROTO_UDP / {
	this->ip6 = (struct ipv6hdr *)xlate <ipv6info_t> ((struct sk_buff *)arg0).ipv6_hdr;
	printf("ip %d %d %s %s\n", xlate <ipinfo_t> ((struct iphdr *)this->ip6).ip_ver, xlate <ipinfo_t> ((struct iphdr *)this->ip6).ip_plength,
		xlate <ipinfo_t> ((struct iphdr *)this->ip6).ip_saddr, xlate <ipinfo_t> ((struct iphdr *)this->ip6).ip_daddr);
	printf("ipv6 %d %d %d %s %d %s %s\n", xlate <ipv6info_t> (this->ip6).ipv6_ver, xlate <ipv6info_t> (this->ip6).ipv6_plen,
		xlate <ipv6info_t> (this->ip6).ipv6_nexthdr, xlate <ipv6info_t> (this->ip6).ipv6_nextstr, xlate <ipv6info_t> (this->ip6).ipv6_hlim,
		xlate <ipv6info_t> (this->ip6).ipv6_saddr, xlate <ipv6info_t> (this->ip6).ipv6_daddr);
}
fbt:vmlinux:udp_rcv:entry {
	this->udp = (struct udphdr *)xlate <udpinfo_t> ((struct sk_buff *)arg0).udp_hdr;
	printf("udp %d %d %d\n", xlate <udpinfo_t> (this->udp).udp_sport, xlate <udpinfo_t> (this->udp).udp_dport,
		xlate <udpinfo_t> (this->udp).udp_length);
}
fbt:vmlinux:udp_sendmsg:entry {
	this->us = (struct udp_sock *)arg0;
	printf("udp socket %d %s %d\n", xlate <udpsinfo_t> (this->us).udps_lport, xlate <udpsinfo_t> (this->us).udps_laddr,
		xlate <csinfo_t> ((struct sock *)arg0).cs_addr == arg0 && xlate <udpsinfo_t> (this->us).udps_addr == arg0);
}
fbt:vmlinux:tcp_v4_rcv:entry {
	this->tcp = (struct tcphdr *)xlate <tcpinfo_t> ((struct sk_buff *)arg0).tcp_hdr;
	this->t = xlate <tcpinfo_t> (this->tcp);
	printf("tcp %d %d %d %s%s%s%s %d\n", this->t.tcp_sport, this->t.tcp_dport, this->t.tcp_offset, this->t.tcp_flags & TH_SYN ? "S" : "",
		this->t.tcp_flags & TH_FIN ? "F" : "", this->t.tcp_flags & TH_PUSH ? "P" : "", this->t.tcp_flags & TH_ACK ? "A" : "",
		this->t.tcp_urgent);
}
fbt:vmlinux:tcp_rcv_established:entry / xlate <ipinfo_t> ((struct sk_buff *)arg1).ip_plength > 3000 / {
	this->ts = (struct tcp_sock *)arg0;
	this->h = xlate <tcpinfo_t> ((struct sk_buff *)arg1);
	printf("tcp socket %d %d %s %s state %d\n", xlate <tcpsinfo_t> (this->ts).tcps_lport, xlate <tcpsinfo_t> (this->ts).tcps_rport,
		xlate <tcpsinfo_t> (this->ts).tcps_laddr, xlate <tcpsinfo_t> (this->ts).tcps_raddr,
		xlate <tcpsinfo_t> (this->ts).tcps_state == TCP_STATE_ESTABLISHED);
	printf("tcp numbers %d %d %d\n", xlate <tcpsinfo_t> (this->ts).tcps_rnxt == this->h.tcp_seq,
		xlate <tcpsinfo_t> (this->ts).tcps_snxt == this->h.tcp_ack, xlate <tcpsinfo_t> (this->ts).tcps_suna == this->h.tcp_ack);
	printf("tcp windows %d %d %d\n", xlate <tcpsinfo_t> (this->ts).tcps_mss > 1000, xlate <tcpsinfo_t> (this->ts).tcps_cwnd > 0,
		xlate <tcpsinfo_t> (this->ts).tcps_rwnd >= 3000);
}
fbt:vmlinux:tcp_set_state:entry { printf("tcp state %d\n", xlate <tcplsinfo_t> ((int)arg1).tcps_state); }
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }

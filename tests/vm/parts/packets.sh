# SPDX-License-Identifier: MIT OR GPL-2.0-only
# packets.sh - pcap() on real packets: what is in the capture file against what was sent. Sourced, with the module loaded; needs no types.

# captured NAME LINE: how often the file has such a packet
captured()
{
	packets check "/tmp/$1.pcap" | grep -cx "$2"
}

# capture OPTION PROGRAM PACKETS...: what `packets` sends while the program runs
capture()
{
	local option=$1 program=$2
	shift 2
	rm -f /tmp/*.pcap
	armed_start "
#pragma D option destructive
#pragma D option $option
$program"
	packets "$@" || not_ok "packets $*"
	armed_stop
	[ ! -s /tmp/armed.err ] || { not_ok "said nothing on standard error"; show /tmp/armed.err; }
}

packets_seen()
{
	local name
	packets up
	# the wire of the loopback device: a header of Ethernet, then the sender's half; in IP: what the receiver sees
	capture pcapsize=65535 '
fbt:vmlinux:loopback_xmit:entry { freopen("/tmp/wire.pcap"); pcap((void *)arg0, PCAP_ETHER); freopen(""); }
fbt:vmlinux:ip_rcv:entry { freopen("/tmp/ip.pcap"); pcap((void *)arg0, PCAP_IP); freopen(""); }
fbt:vmlinux:ipv6_rcv:entry { freopen("/tmp/ipv6.pcap"); pcap((void *)arg0, PCAP_IP); freopen(""); }' send
	for name in wire ip ipv6; do packets check /tmp/$name.pcap >/tmp/$name.packets; show /tmp/$name.packets 20; done
	check "Ethernet: UDP, 100 bytes" test "$(captured wire '1 142/142 UDP 127.0.0.1:5001 127.0.0.2:5002 100 good')" = 1
	check "Ethernet: UDP over IPv6, 200 bytes" test "$(captured wire '1 262/262 UDP ::1:5001 ::1:5002 200 good')" = 1
	check "Ethernet: TCP, 3000 bytes in pages" test "$(captured wire '1 3066/3066 TCP 127.0.0.1:5004 127.0.0.2:5003 A 3000 good')" = 1
	check "IP: UDP" test "$(captured ip '101 128/128 UDP 127.0.0.1:5001 127.0.0.2:5002 100 good')" = 1
	check "IP: TCP" test "$(captured ip '101 3052/3052 TCP 127.0.0.1:5004 127.0.0.2:5003 A 3000 good')" = 1
	check "IP: both ends of the connection" test "$(captured ip '101 60/60 TCP 127.0.0.[12]:500[34] 127.0.0.[12]:500[34] SA* 0 good')" = 2
	check "IPv6: UDP" test "$(captured ipv6 '101 248/248 UDP ::1:5001 ::1:5002 200 good')" = 1
	check "nothing else" test "$(cat /tmp/wire.packets /tmp/ip.packets /tmp/ipv6.packets | grep -Evc '(:500[1-4] .*good|protocol 58)$')" = 0
	# 4000 bytes in three packets, which are one again, a list of three, when UDP gets it; no more than pcapsize of it
	packets up 1500
	capture pcapsize=3000 '
fbt:vmlinux:ip_rcv:entry { freopen("/tmp/ip.pcap"); pcap((void *)arg0, PCAP_IP); freopen(""); }
fbt:vmlinux:udp_rcv:entry { freopen("/tmp/udp.pcap"); pcap((void *)arg0, 147); freopen(""); }' large
	for name in ip udp; do packets check /tmp/$name.pcap >/tmp/$name.packets; show /tmp/$name.packets; done
	check "fragments" test "$(captured ip '101 \([0-9]*\)/\1 .*')" = 3
	check "a list of packets, cut at pcapsize" test "$(captured udp '147 3000/4008 UDP :5001 :5005 2992 good')" = 1
	packets up 65536
	# without freopen() and without tshark: bytes
	capture pcapsize=20 'fbt:vmlinux:udp_rcv:entry { pcap((void *)arg0, 147); }' large
	show /tmp/armed.out
	check "bytes" grep -q '^         0: 13 89 13 8d 0f a8 .. .. 8d 94 9b a2 a9 b0 b7 be  ' /tmp/armed.out
	check "and no more" grep -q '^        10: c5 cc d3 da  ' /tmp/armed.out
}

# seen TEXT: a line of the program's output
seen()
{
	check "$1" grep -Fqx "$1" /tmp/armed.out
}

# The translators of the D library on the same packets.
packets_translated()
{
	packets up
	armed_start "$(cat /parts/translators.d)"
	packets send
	usleep 300000
	armed_stop
	show /tmp/armed.out 100
	show /tmp/armed.err
	check "no faults" test "$(grep -c ERROR /tmp/armed.out)" = 0
	seen "ip 4 108 127.0.0.1 127.0.0.2"
	seen "packet of ip 4 108 127.0.0.1 127.0.0.2"
	seen "packet of ip 4 3032 127.0.0.1 127.0.0.2"
	seen "ipv4 4 5 128 2 0 17 UDP 127.0.0.1 127.0.0.2 1"
	seen "ipv4 4 5 3052 2 0 6 TCP 127.0.0.1 127.0.0.2 1"
	seen "packet 1 interface lo 1 1"
	seen "ip 6 208 ::1 ::1"
	seen "ipv6 6 208 17 UDP 64 ::1 ::1"
	seen "udp 5001 5002 108"
	seen "udp socket 5001 127.0.0.1 1"
	seen "tcp 5004 5003 40 S 0"
	seen "tcp 5003 5004 40 SA 0"
	seen "tcp 5004 5003 32 PA 0"
	seen "tcp socket 5003 5004 127.0.0.2 127.0.0.1 state 1"
	seen "tcp numbers 1 1 1"
	seen "tcp windows 1 1 1"
}

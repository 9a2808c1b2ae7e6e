# SPDX-License-Identifier: MIT OR GPL-2.0-only
# net.sh - the providers udp and ip in known numbers: datagrams and connections over the loopback device, by IPv4 and IPv6.
. /job/lib.sh
load
connections up
for name in udp ip; do
	show /proc/dtrace/$name
	check "every published probe of $name has a hook here" grep -Eqx 'probes [0-9]+ refused 0' /proc/dtrace/$name
done

# snmp PROTOCOL NAME: one of the kernel's counters; of IPv6 it is PROTOCOL and NAME together
snmp()
{
	case $1 in
	*6) sed -n "s/^$1$2[[:space:]]*//p" /proc/net/snmp6 ;;
	*) awk -v protocol="$1:" -v name="$2" '$1 == protocol { if (!seen++) for (i = 2; i <= NF; i++) column[$i] = i; else print $column[name] }' /proc/net/snmp ;;
	esac
}

value() { sed -n "s/^$1=//p" /tmp/armed.out | tail -n 1; }
# same NAME EXPECTED
same() { check "$1 is $2: $(value "$1")" test "$(value "$1")" = "$2"; }

n=20
for family in 4 6; do
	case $family in
	4) address=127.0.0.1 protocol= ;;
	6) address=::1 protocol=6 ;;
	esac
	armed_start "
	udp:::send, udp:::receive { @all[probename] = count(); }
	udp:::send / args[1]->cs_addr == args[3]->udps_addr && args[3]->udps_lport == args[4]->udp_sport && args[2]->ip_ver == $family &&
		args[2]->ip_saddr == \"$address\" && args[2]->ip_daddr == \"$address\" && args[2]->ip_plength == 58 && args[4]->udp_length == 58 &&
		execname == \"connections\" / { @right[probename, args[4]->udp_dport] = count(); }
	udp:::receive / args[1]->cs_addr == args[3]->udps_addr && args[3]->udps_lport == 6001 && args[3]->udps_laddr == \"$address\" && args[2]->ip_ver == $family &&
		args[2]->ip_saddr == \"$address\" && args[2]->ip_daddr == \"$address\" && args[2]->ip_plength == 58 && args[4]->udp_length == 58 /
		{ @right[probename, args[4]->udp_dport] = count(); }
	ip:::send, ip:::receive / args[2]->ip_ver == $family / { @packets[probename] = count(); }
	ip:::send, ip:::receive / args[2]->ip_ver == $family && args[3]->if_local == 1 && args[3]->if_name == \"lo\" && args[2]->ip_plength == 58 && args[0]->pkt_addr &&
		(args[2]->ip_ver == 4 ? args[4]->ipv4_protocol == IPPROTO_UDP && args[4]->ipv4_protostr == \"UDP\" && args[4]->ipv4_length == 78 && args[4]->ipv4_saddr == \"$address\" &&
			args[4]->ipv4_ver == 4 && !args[5]->ipv6_ver && args[5]->ipv6_saddr == \"<unknown>\" :
			args[5]->ipv6_nexthdr == IPPROTO_UDP && args[5]->ipv6_nextstr == \"UDP\" && args[5]->ipv6_plen == 58 && args[5]->ipv6_daddr == \"$address\" &&
			args[5]->ipv6_ver == 6 && !args[4]->ipv4_ver && args[4]->ipv4_protostr == \"<unknown>\") / { @datagrams[probename] = count(); }
	dtrace:::ERROR { printf(\"ERROR %d %d %x\n\", arg2, arg4, arg5); }
	END { printa(\"all %s=%@d\n\", @all); printa(\"right %s %d=%@d\n\", @right); printa(\"packets %s=%@d\n\", @packets); printa(\"datagrams %s=%@d\n\", @datagrams); }"
	out=$(snmp "Udp$protocol" OutDatagrams) in=$(snmp "Udp$protocol" InDatagrams) received=$(snmp "Ip$protocol" InReceives) sent=$(snmp "Ip$protocol" OutRequests)
	connections udp $family $n >/dev/null
	connections unheard $family $n >/dev/null
	connections client $family $n >/dev/null
	usleep 200000
	out=$(($(snmp "Udp$protocol" OutDatagrams) - out)) in=$(($(snmp "Udp$protocol" InDatagrams) - in))
	received=$(($(snmp "Ip$protocol" InReceives) - received)) sent=$(($(snmp "Ip$protocol" OutRequests) - sent))
	armed_stop
	echo "# IPv$family"
	show /tmp/armed.out
	check "no faults" test "$(grep -c ERROR /tmp/armed.out)" = 0
	check "as many as were sent" test $out = $((2 * n))
	same "all send" $out
	check "as many as were received" test $in = $n
	same "all receive" $in
	same "right send 6001" $n
	same "right send 6002" $n
	same "right receive 6001" $n
	same "packets send" $sent
	same "datagrams send" $((2 * n))
	same "packets receive" $received
	same "datagrams receive" $((2 * n))

	# a datagram that nobody hears is given up after it came
	armed_start "
	ip:::drop-in, ip:::drop-out / args[2]->ip_plength == 58 && args[2]->ip_ver == $family && args[2]->ip_daddr == \"$address\" && args[3]->if_name == \"lo\" / { @dropped[probename] = count(); }
	END { printa(\"%s=%@d\n\", @dropped); }"
	connections unheard $family $n >/dev/null
	usleep 200000
	armed_stop
	show /tmp/armed.out
	same drop-in $n
	check "nothing is given up before it is sent" test -z "$(value drop-out)"
done
# types PROBE LIST: what the listing says of its arguments
types()
{
	trace_ok 60 -lv -n "$1"
	check "types of $1" test "$(sed -n 's/^.*args\[[0-9]\]: //p' /tmp/out | tr '\n' ' ' | cut -c1-$((${#2} + 1)))" = "$2 "
}
types udp:::receive 'pktinfo_t * csinfo_t * ipinfo_t * udpsinfo_t * udpinfo_t *'
types ip:::drop-in 'pktinfo_t * csinfo_t * ipinfo_t * ifinfo_t * ipv4info_t * ipv6info_t *'
for name in udp ip; do
	check "none of $name is armed any more" grep -Eq "^provider $name probes [0-9]+ armed 0$" /proc/dtrace/stats
done
unload
finish

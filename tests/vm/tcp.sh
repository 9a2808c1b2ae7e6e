# SPDX-License-Identifier: MIT OR GPL-2.0-only
# tcp.sh - the provider tcp in known numbers: connections over the loopback device that end in every way, by IPv4 and IPv6. No types of the kernel are used.
. /job/lib.sh
load
connections up
show /proc/dtrace/tcp 60
check "every published probe has a hook here" grep -Eqx 'probes [0-9]+ refused 0' /proc/dtrace/tcp

# ---- states: a line for each change: family, act, which end, the client's port, before, after
changes='
tcp:::state-change / args[3]->tcps_rport == 6001 || args[3]->tcps_rport == 6002 / {
	printf("change %s client %d %s %s %d %s\n", args[3]->tcps_raddr, args[3]->tcps_lport, tcp_state_string[args[5]->tcps_state], tcp_state_string[args[3]->tcps_state],
		args[3]->tcps_laddr == args[3]->tcps_raddr && args[3]->tcps_local && args[1]->cs_addr == args[3]->tcps_addr && arg3 == arg1 && args[1]->cs_cid == arg1, probefunc); }
tcp:::state-change / args[3]->tcps_lport == 6001 && args[3]->tcps_rport != 0 / {
	printf("change %s server %d %s %s %d %s\n", args[3]->tcps_laddr, args[3]->tcps_rport, tcp_state_string[args[5]->tcps_state], tcp_state_string[args[3]->tcps_state],
		args[3]->tcps_laddr == args[3]->tcps_raddr && args[3]->tcps_local && args[1]->cs_addr == args[3]->tcps_addr && arg3 == arg1 && args[1]->cs_cid == arg1, probefunc); }
tcp:::state-change / args[3]->tcps_lport == 6001 && args[3]->tcps_rport == 0 / {
	printf("change - listener 0 %s %s 1\n", tcp_state_string[args[5]->tcps_state], tcp_state_string[args[3]->tcps_state]); }
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }'

# paths: of each end and port the states in the order of their changes, which must fit together
paths()
{
	awk '$1 == "change" {
			key = $2 " " $3 " " $4
			if (!(key in path)) path[key] = substr($5, 7)
			else if (last[key] != $5) path[key] = path[key] " BROKEN"
			path[key] = path[key] " " substr($6, 7)
			last[key] = $6
			if ($7 != 1) path[key] = path[key] " WRONG"
		}
		END { for (key in path) print key, path[key] }' "$1" | awk '{ $3 = ""; print }' | tr -s ' ' | sort | uniq -c | sed 's/^ *//'
}

# is COUNT ADDRESS END STATES: so many connections went that way
is()
{
	local count=$1
	shift
	check "$count times $*" grep -qx "$count $*" /tmp/paths
}

# only COUNT: no other ways
only()
{
	check "and no others" test "$(wc -l </tmp/paths)" = "$1"
}

# young: of each end and port what came after it began. What is left of a connection of an earlier round may end in this one: a minute
# after it was closed, or where its port is used again.
young()
{
	awk '$1 != "change" || $3 == "listener" { print; next }
		$5 == "state-" ($3 == "client" ? "closed" : "listen") { began[$3 " " $4] = 1 }
		began[$3 " " $4]' "$1"
}

first="closed syn-sent established"
later="listen syn-received established"
for family in 4 6; do
	case $family in
	4) address=127.0.0.1 ;;
	6) address=::1 ;;
	esac
	for act in client mapped server half late linger reset refused; do
		[ $act$family != mapped6 ] || continue
		count=5
		case $act in late | linger) count=2 ;; esac
		# how long what is left of a connection waits for the other end to close
		if [ $act = linger ]; then echo 1; else echo 60; fi >/proc/sys/net/ipv4/tcp_fin_timeout
		armed_start "$changes" -x temporal
		connections $act $family $count >/tmp/ports
		usleep 200000
		armed_stop
		cp /tmp/armed.out /tmp/all
		young /tmp/all >/tmp/armed.out
		paths /tmp/armed.out >/tmp/paths
		echo "# $act, IPv$family"
		show /tmp/paths
		check "no faults" test "$(grep -c ERROR /tmp/armed.out)" = 0
		if [ $act != refused ]; then
			[ $act != late ] || check "what was left of the connection heard the end" grep -q "state-fin-wait-2 state-time-wait 1 tcp_timewait_state_process" /tmp/armed.out
			# on a busy machine the next one begins before the end of the last one is heard
			ports=$(awk '$3 == "client" && !seen[$4]++ { print $4 }' /tmp/armed.out)
			check "the clients' ports" test "$ports" = "$(cat /tmp/ports)"
			[ "$ports" = "$(cat /tmp/ports)" ] || show /tmp/all 200
			grep -qx '1 - listener closed listen closed' /tmp/paths || not_ok "the listener's states"
			sed -i '/listener/d' /tmp/paths
		fi
		case $act in
		client | half | late)
			is $count $address client $first fin-wait-1 fin-wait-2 time-wait
			is $count $address server $later close-wait last-ack closed
			only 2
			;;
		mapped)
			is $count $address client $first fin-wait-1 fin-wait-2 time-wait
			is $count ::ffff:$address server $later close-wait last-ack closed
			only 2
			;;
		server)
			is $count $address server $later fin-wait-1 fin-wait-2 time-wait
			is $count $address client $first close-wait last-ack closed
			only 2
			;;
		linger)
			is $count $address client $first fin-wait-1 fin-wait-2 closed
			is $count $address server $later close-wait last-ack closed
			only 2
			;;
		reset)
			is $count $address client $first closed
			is $count $address server $later closed
			only 2
			;;
		refused)
			is $count $address client closed syn-sent closed
			only 1
			;;
		esac
	done
done
# ---- packets, beside what the kernel counts itself

# snmp PROTOCOL NAME: one of the kernel's counters
snmp()
{
	awk -v protocol="$1:" -v name="$2" '$1 == protocol { if (!seen++) for (i = 2; i <= NF; i++) column[$i] = i; else print $column[name] }' /proc/net/snmp
}

# value NAME: what the program printed for it
value() { sed -n "s/^$1=//p" /tmp/armed.out | tail -n 1; }
# same NAME EXPECTED
same() { check "$1 is $2: $(value "$1")" test "$(value "$1")" = "$2"; }

n=20
for family in 4 6; do
	case $family in
	4) address=127.0.0.1 ;;
	6) address=::1 ;;
	esac
	armed_start "
	tcp:::send, tcp:::receive { @all[probename] = count(); }
	tcp:::send, tcp:::receive / args[2]->ip_ver != $family || args[2]->ip_saddr != \"$address\" || args[2]->ip_daddr != \"$address\" / { @wrong[probename] = count(); }
	tcp:::send, tcp:::receive / args[4]->tcp_dport == 6001 / { @asked[probename] = sum(args[2]->ip_plength - args[4]->tcp_offset); }
	tcp:::send, tcp:::receive / args[4]->tcp_sport == 6001 / { @told[probename] = sum(args[2]->ip_plength - args[4]->tcp_offset); }
	tcp:::send, tcp:::receive / args[4]->tcp_flags & TH_SYN / { @syn[probename] = count(); }
	tcp:::send, tcp:::receive / args[4]->tcp_flags & TH_FIN / { @fin[probename] = count(); }
	tcp:::send, tcp:::receive / args[4]->tcp_flags & TH_RST / { @rst[probename] = count(); }
	tcp:::send / args[4]->tcp_dport == 6001 && args[2]->ip_plength - args[4]->tcp_offset == 100 && execname == \"connections\" / { @own = count(); }
	tcp:::send, tcp:::receive / args[1]->cs_addr && (args[3]->tcps_lport != (probename == \"send\" ? args[4]->tcp_sport : args[4]->tcp_dport) ||
		args[3]->tcps_addr != args[1]->cs_addr || args[3]->tcps_laddr != \"$address\" && args[3]->tcps_state != TCP_STATE_LISTEN) / {
		printf(\"%s %s %d %d %s %s\n\", probename, probefunc, args[3]->tcps_lport, args[4]->tcp_sport, args[3]->tcps_laddr, tcp_state_string[args[3]->tcps_state]); @wrong[probename] = count(); }
	tcp:::send, tcp:::receive / !args[1]->cs_addr / { @nobody[probename, args[4]->tcp_flags & TH_RST ? \"reset\" : \"other\"] = count(); }
	tcp:::connect-request / args[3]->tcps_rport == args[4]->tcp_dport && args[3]->tcps_state == TCP_STATE_SYN_SENT && args[4]->tcp_flags == TH_SYN &&
		execname == \"connections\" && args[2]->ip_daddr == \"$address\" && args[2]->ip_plength == args[4]->tcp_offset / { @requests[args[4]->tcp_dport] = count(); }
	tcp:::connect-established / args[3]->tcps_rport == 6001 && args[4]->tcp_sport == 6001 && args[3]->tcps_lport == args[4]->tcp_dport &&
		args[3]->tcps_state == TCP_STATE_ESTABLISHED && args[4]->tcp_flags == (TH_SYN | TH_ACK) && args[2]->ip_saddr == \"$address\" / { @established = count(); }
	tcp:::accept-established / args[3]->tcps_lport == 6001 && args[3]->tcps_raddr == \"$address\" && args[4]->tcp_dport == 6001 &&
		args[3]->tcps_state == TCP_STATE_ESTABLISHED && args[3]->tcps_rport == args[4]->tcp_sport / { @accepted = count(); }
	tcp:::connect-refused / args[3]->tcps_rport == 6002 && args[4]->tcp_sport == 6002 && args[4]->tcp_flags & TH_RST && args[2]->ip_saddr == \"$address\" / { @gone = count(); }
	tcp:::accept-refused / args[4]->tcp_sport == 6002 && args[2]->ip_daddr == \"$address\" && !args[1]->cs_addr && args[3]->tcps_raddr == \"<unknown>\" / { @refused = count(); }
	dtrace:::ERROR { printf(\"ERROR %d %d %x\n\", arg2, arg4, arg5); }
	END { printa(\"all %s=%@d\n\", @all); printa(\"wrong %s=%@d\n\", @wrong); printa(\"asked %s=%@d\n\", @asked); printa(\"told %s=%@d\n\", @told);
		printa(\"syn %s=%@d\n\", @syn); printa(\"fin %s=%@d\n\", @fin); printa(\"rst %s=%@d\n\", @rst); printa(\"nobody %s %s=%@d\n\", @nobody);
		printa(\"requests %d=%@d\n\", @requests); printa(\"established=%@d\n\", @established); printa(\"accepted=%@d\n\", @accepted);
		printa(\"gone=%@d\n\", @gone); printa(\"refused=%@d\n\", @refused); printa(\"own=%@d\n\", @own); }"
	out=$(snmp Tcp OutSegs) in=$(snmp Tcp InSegs)
	connections client $family $n >/dev/null
	connections reset $family $n >/dev/null
	connections refused $family $n >/dev/null
	usleep 200000
	out=$(($(snmp Tcp OutSegs) - out)) in=$(($(snmp Tcp InSegs) - in))
	armed_stop
	echo "# packets of IPv$family"
	show /tmp/armed.out 60
	same "all send" $out
	same "all receive" $in
	check "no faults, no wrong addresses or ports" test "$(grep -c '^ERROR\|^wrong' /tmp/armed.out)" = 0
	for name in send receive; do
		same "asked $name" $((2 * n * 100))
		same "told $name" $((2 * n * 300))
		same "syn $name" $((5 * n))
		same "fin $name" $((2 * n))
		same "rst $name" $((2 * n))
	done
	same "nobody send reset" $n
	same "nobody receive other" $n
	# seen once on a slow machine; probably a closed socket that heard the end of the other one only afterwards (FIN-WAIT-2 without a connection)
	check "nothing else of no connection" test "$(grep '^nobody' /tmp/armed.out | grep -vc '^nobody send other=')" = 2
	late=$(sed -n 's/^nobody send other=//p' /tmp/armed.out)
	check "acknowledgements of no connection: ${late:-0}" test "${late:-0}" -le $n
	same "requests 6001" $((2 * n))
	same "requests 6002" $n
	same established $((2 * n))
	same accepted $((2 * n))
	same gone $n
	same refused $n
	same own $((2 * n))
done
# types PROBE LIST: what the listing says of its arguments
types()
{
	trace_ok 60 -lv -n "$1"
	check "types of $1" test "$(sed -n 's/^.*args\[[0-9]\]: //p' /tmp/out | tr '\n' ' ' | cut -c1-$((${#2} + 1)))" = "$2 "
}
types tcp:::send 'pktinfo_t * csinfo_t * ipinfo_t * tcpsinfo_t * tcpinfo_t *'
types tcp:::state-change 'void * csinfo_t * void * tcpsinfo_t * void * tcplsinfo_t *'
check "none is armed any more" grep -Eq '^provider tcp probes [0-9]+ armed 0$' /proc/dtrace/stats
unload
finish

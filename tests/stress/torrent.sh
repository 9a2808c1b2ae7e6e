# SPDX-License-Identifier: MIT OR GPL-2.0-only
# As many firings a second as the guest can make: everything is armed while programs do nothing but call the kernel, each turn of theirs with a
# known result. Tracing begins and ends in the middle of it, in clauses that count, that are never true, and of several consumers.
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
workers=$(nproc)
share=$((stress_seconds / 4))
short_runs=2
[ $share -ge 8 ] || short_runs=0 # the short form has no time for them
[ $share -ge 4 ] || share=4
ifconfig lo up || not_ok "the loopback interface"
mkdir -p /tmp/torrent
mount -t tmpfs tmpfs /tmp/torrent || not_ok "a tmpfs"
for i in $(seq $workers); do
	mkdir -p /tmp/torrent/$i
done
torrent 0 /tmp/torrent/1 >/tmp/torrent.expected || { not_ok "torrent, untraced"; finish; }
show /tmp/torrent.expected
selfcheck_expect
stress_load
text_setup
text_save before
program=$(everything)

torrents_start()
{
	local i
	torrents=
	for i in $(seq $workers); do
		torrent 3600 /tmp/torrent/$i >/tmp/torrent.out.$i 2>/tmp/torrent.err.$i </dev/null &
		torrents="$torrents $!"
	done
}

# torrents_stop WHEN: they end with their turn, and say what they always say
torrents_stop()
{
	local i
	kill -TERM $torrents || not_ok "a torrent ended by itself $1"
	wait $torrents
	for i in $(seq $workers); do
		cmp -s /tmp/torrent.out.$i /tmp/torrent.expected && continue
		not_ok "a torrent says something else $1"
		diff /tmp/torrent.expected /tmp/torrent.out.$i >/tmp/torrent.diff
		show /tmp/torrent.diff
		show /tmp/torrent.err.$i
	done
	echo "turns: $(cat /tmp/torrent.err.* | awk '{ printf "%s ", $1 }')"
}

uptime_of_guest()
{
	cut -d' ' -f1 /proc/uptime
}

# counted WHAT SECONDS: firings in that time
counted()
{
	local firings start
	firings=$(stat_of firings)
	start=$(uptime_of_guest)
	sleep "$2"
	echo "$(stat_of firings) $firings $(uptime_of_guest) $start" | awk -v what="$1" '{
		printf "%s: %.0f firings in %.1f s, %.0f a second\n", what, $1 - $2, $3 - $4, ($1 - $2) / ($3 - $4) }'
}

# another consumer, with clauses of its own on the same probes
second_start()
{
	dtrace -q -n 'BEGIN { printf("armed\n"); } fbt:::entry /cpu == 77/ { @[probefunc] = count(); } syscall:::entry { @c[probefunc] = count(); }' \
		>/tmp/second.out 2>/tmp/second.err </dev/null &
	second=$!
	wait_until 120 grep -q armed /tmp/second.out || not_ok "the second consumer begins"
}

second_stop()
{
	kill -TERM $second
	wait $second || { not_ok "the second consumer: status $?"; show /tmp/second.err; }
	check "it counted system calls" grep -q '^ *getpid  *[0-9]' /tmp/second.out
}

while stress_going 3; do
	torrents_start
	case $((stress_rounds % 3)) in
	1)
		armed_start "$program"
		counted "clauses that count" $share
		armed_stop
		tail -n 4 /tmp/armed.out
		;;
	2)
		armed_start 'fbt:::, syscall:::, instr:::ret-* /0/ { @ = count(); }'
		counted "clauses that are never true" $share
		armed_stop
		;;
	0)
		armed_start "$program"
		second_start
		counted "two consumers" $((share / 2))
		armed_stop
		counted "the second one alone" $((share / 2))
		second_stop
		for i in $(seq $short_runs); do
			trace 200 -q -n "$program tick-200ms { exit(0); }"
			[ "$trace_status" = 0 ] || { not_ok "a short run: status $trace_status"; show /tmp/err; }
		done
		;;
	esac
	torrents_stop "in round $stress_rounds"
	selfcheck_same "after round $stress_rounds"
	sleep 1
	text_same "round $stress_rounds" before
done
stress_unload
stress_finish

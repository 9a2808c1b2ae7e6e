# SPDX-License-Identifier: MIT OR GPL-2.0-only
# NMIs at a high rate, injected through the emulator's monitor on every CPU, while everything is armed, is being armed and disarmed.
# A handler of the tests' own takes them and calls functions that carry probes, so some of them come in the middle of a firing.
# @@workload
# @@append apic_extnmi=all
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
isa_can nmi || skip "the emulator injects no NMIs on this CPU"
nmi_rate=1000
selfcheck_expect
insmod /company.ko nmi=1 || not_ok "insmod company.ko"
stress_load
text_setup
text_save before
program=$(everything)

nmis()
{
	awk '{ print $2 }' /proc/company
}

echo "nmi $nmi_rate" >/run/ask
check "NMIs arrive" wait_until 20 sh -c 'test $(cut -d" " -f2 /proc/company) -gt 10'
while stress_going; do
	before=$(nmis)
	armed_start "$program"
	stress_jumps
	selfcheck_same "with everything armed and NMIs"
	armed_stop
	tail -n 4 /tmp/armed.out
	for i in 1 2 3; do
		trace 100 -q -n "$program tick-100ms { exit(0); }"
		[ "$trace_status" = 0 ] || { not_ok "a short run: status $trace_status"; show /tmp/err; }
	done
	dtrace -q -n "$program" >/dev/null 2>&1 </dev/null &
	pause_random 20
	kill -9 $!
	wait $! 2>/dev/null
	sleep 1
	at_least "NMIs in this round" $(($(nmis) - before)) 100
	text_same "round $stress_rounds" before
done
echo "nmi 0" >/run/ask
cat /proc/company
grep -E '^(firings|nested)' /proc/dtrace/stats | sort -k5nr | head -n 12
at_least "firings that came in the middle of a firing" "$(stat_of nested)" 1
stress_unload
sleep 1
check "rmmod company" rmmod company
stress_finish

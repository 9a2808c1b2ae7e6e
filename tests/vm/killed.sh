# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A consumer is killed at any moment of its own end: what is traced has no break of ours afterwards, no semaphore that counts, and goes on.
# The kernel gives no page of a process to a thread that a SIGKILL waits for, so it has to be done without that thread.
# @@limit 1700
. /job/lib.sh
load
mkdir -p /tmp


storm fork 1000000000 &
program_pid=$!
# until then it is a child of the shell, whose text goes away
is_storm() { [ "$(readlink /proc/$program_pid/exe)" = "$(which storm)" ]; }
wait_until 60 is_storm || not_ok "the program has begun"
sametext "$program_pid" >/tmp/differ
check "nothing differs before" test "$?" = 0
show /tmp/differ 4

# The longer the pause between the two signals, the further its end has come; until it has come to its end twice.
killed=0 ended=0 pause=0
while [ $ended -lt 2 ] && [ $pause -lt 20000 ]; do
	armed_start 'pid$target:a.out:*a*: { @ = count(); }' -p "$program_pid"
	kill -TERM "$armed_pid"
	usleep $((pause * 1000))
	kill -9 "$armed_pid" 2>/dev/null
	wait "$armed_pid" 2>/dev/null
	if [ "$?" = 137 ]; then killed=$((killed + 1)); else ended=$((ended + 1)); fi
	wait_until 60 nothing_left || { not_ok "after $pause ms: probes are left"; show /proc/dtrace/pid; }
	sametext "$program_pid" >/tmp/differ || { not_ok "after $pause ms: breaks are left in the process: $(wc -l </tmp/differ)"; show /tmp/differ 4; break; }
	kill -0 "$program_pid" 2>/dev/null || { not_ok "after $pause ms: the process has ended"; break; }
	pause=$((pause * 3 / 2 + 10))
done
echo "killed $killed, ended before $ended"
at_least "killed meanwhile" "$killed" 1
check "the process goes on" kill -0 "$program_pid"
kill -9 "$program_pid"
check "nothing is left" nothing_left
unload
finish

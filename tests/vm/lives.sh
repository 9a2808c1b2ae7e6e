# SPDX-License-Identifier: MIT OR GPL-2.0-only
# lives.sh - the provider proc in known numbers: processes, threads, programs that are executed and that are not there, signals of every fate.
. /job/lib.sh
load
show /proc/dtrace/proc 30
check "every published probe has a hook here" grep -qx 'probes 15 refused 0' /proc/dtrace/proc
armed_start '
proc:::create, proc:::lwp-create, proc:::start, proc:::lwp-start, proc:::lwp-exit, proc:::exec-success
	/ execname == "lives" / { @[curpsinfo->pr_psargs, probename, 0] = count(); }
proc:::exit, proc:::exec-failure, proc:::signal-handle, proc:::signal-clear, proc:::fault
	/ execname == "lives" / { @[curpsinfo->pr_psargs, probename, args[0]] = count(); }
proc:::signal-send, proc:::signal-discard / execname == "lives" && args[2] != 17 / { @[curpsinfo->pr_psargs, probename, args[2]] = count(); }
proc:::exec / execname == "lives" / { @paths[args[0]] = count(); }
END { printa("%s|%s|%d|%@d\n", @); printa("exec|%s|%@d\n", @paths); }'
for act in fork exec noexec kill ignore handle take thread fault; do
	/bin/lives $act 20 || not_ok "lives $act"
done
armed_stop
sort /tmp/armed.out >/tmp/sorted
show /tmp/sorted 80

# is ACT PROBE NUMBER COUNT
is()
{
	check "$1: $2 $3: $4" grep -qx "/bin/lives $1|$2|$3|$4" /tmp/armed.out
}

# isnt ACT PROBE
isnt()
{
	check "$1: no $2" test "$(grep -c "^/bin/lives $1|$2|" /tmp/armed.out)" = 0
}

for act in "fork 20" "exec 20" "kill 20" "fault 20"; do
	for name in create lwp-create start lwp-start; do
		is "$act" $name 0 20
	done
	isnt "$act" exec-failure
done
is "fork 20" lwp-exit 0 21
is "fork 20" exit 1 21
is "fork 20" exec-success 0 1
isnt "fork 20" signal-send
is "exec 20" exit 1 1
is exit exec-success 0 20
is exit exit 1 20
isnt exit create
check "the path of each execution" grep -qx 'exec|/bin/lives|20' /tmp/armed.out
is "noexec 20" exec-failure 2 20
check "and of a failing one" grep -qx 'exec|/nothing/here|20' /tmp/armed.out
is "kill 20" signal-send 15 20
is "kill 20" signal-handle 9 20
is "kill 20" exit 2 20
is "kill 20" exit 1 1
is "fault 20" fault 6 20
is "fault 20" exit 2 20
is "ignore 20" signal-discard 10 20
isnt "ignore 20" signal-send
isnt "ignore 20" signal-handle
is "handle 20" signal-send 12 20
is "handle 20" signal-handle 12 20
is "take 20" signal-send 10 20
is "take 20" signal-clear 10 20
isnt "take 20" signal-handle
is "thread 20" lwp-create 0 20
is "thread 20" lwp-start 0 20
is "thread 20" lwp-exit 0 21
is "thread 20" exit 1 1
isnt "thread 20" create
isnt "thread 20" start

if [ -e /sys/kernel/btf/vmlinux ]; then
	armed_start 'proc:::create / execname == "lives" && args[0]->pr_ppid == pid && args[0]->pr_pid != pid / { @created = count(); }
		proc:::lwp-create / execname == "lives" && args[0]->pr_lwpid != tid && args[1]->pr_fname == "lives" / { @made = count(); }
		proc:::signal-send / execname == "lives" && args[2] == 15 && args[1]->pr_ppid == pid && args[1]->pr_pid == args[0]->pr_lwpid / { @sent = count(); }
		END { printa("created %@d ", @created); printa("made %@d ", @made); printa("sent %@d\n", @sent); }'
	/bin/lives kill 20
	armed_stop
	show /tmp/armed.out
	check "members of the new and of the killed process" grep -qx 'created 20 made 20 sent 20' /tmp/armed.out
	trace_ok 30 -lv -n proc:::signal-send
	show /tmp/out 30
	check "types in the listing" grep -q 'args\[1\]: psinfo_t \*' /tmp/out
fi
check "none is armed any more" grep -Eq '^provider proc probes [0-9]+ armed 0$' /proc/dtrace/stats
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A program that lets the kernel refuse most system calls (helper `sealed`, seccomp(2)) goes on as untraced with probes at each of its instructions:
# with nothing but read, write and exit, and with a filter.
. /job/lib.sh
load
mkdir -p /tmp

for kind in strict filter; do
	/bin/sealed $kind >/tmp/untraced 2>&1 </dev/null
	check "$kind, untraced: its status" test $? = 9
	rm -f /tmp/fired
	trace 300 -n 'pid$target:a.out:: { @all = count(); } pid$target:a.out:sealed_step:entry { @steps = count(); } pid$target:a.out:sealed_step:return { @back = count(); }
		END { printa("all %@d\n", @all); printa("steps %@d\n", @steps); printa("back %@d\n", @back); }' -x pidsites=500000 -o /tmp/fired -c "/bin/sealed $kind"
	show /tmp/err
	show /tmp/fired
	check "$kind: its output" cmp /tmp/untraced /tmp/out
	check "$kind: it ends as untraced" grep -q 'exited with status 9$' /tmp/err
	check "$kind: each call" grep -qx 'steps 1000' /tmp/fired
	check "$kind: each return" grep -qx 'back 1000' /tmp/fired
	at_least "$kind: instructions" "$(sed -n 's/.*all //p' /tmp/fired)" 20000
	check "$kind: nothing is left" wait_until 30 nothing_left
done
unload
finish

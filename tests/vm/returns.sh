# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A function that is entered is left: as many returns as entries, of every function that a bounded piece of work calls.
# What may differ: functions without one of the two probes, or with an exit that is refused (/proc/dtrace/fbt names them); functions that
# never return; and a few firings of functions in which a task sleeps while tracing begins or ends.
# @@limit 500
. /job/lib.sh
in_flight=6
# those in which a task ends: exit() is a system call, too
never_return=' do_exit do_group_exit do_task_dead make_task_dead invoke_syscall el0_svc_common.constprop.0 el0_svc_common do_el0_svc ia32_sys_call x64_sys_call '
for name in ext4 xfs loop; do
	modprobe $name
done
load

work()
{
	local i
	for i in 1 2 3; do
		find /proc/self /sys/class/net /sys/kernel/slab >/tmp/found 2>/dev/null
		dd if=/dev/zero of=/tmp/file bs=64k count=16 2>/dev/null
		md5sum /tmp/file >/dev/null
		sh -c 'echo word | grep -q word' || not_ok "a pipe works while $1 is traced"
		ln -s /tmp/file /tmp/link
		mv /tmp/link /tmp/moved
		rm /tmp/moved
		mkdir /tmp/folder
		rmdir /tmp/folder
		sync
	done
}

# compare WHAT LEAST: entries and returns of all functions that /tmp/armed.out counts
compare()
{
	awk -v in_flight=$in_flight -v never="$never_return" '
		FILENAME == "/tmp/fbt" && ($1 == "incomplete" || NF == 5) { split($3, part, "`"); known[part[2]] = 1; next }
		$1 == "E" { entry[$2] = $3; seen[$2] = 1 }
		$1 == "R" { leave[$2] = $3; seen[$2] = 1 }
		END {
			for (name in seen) {
				difference = entry[name] - leave[name]
				functions++
				if (difference == 0)
					same++
				else if (known[name] || index(never, " " name " "))
					excused++
				else if (difference <= in_flight && -difference <= in_flight)
					print "in flight: " name, entry[name] + 0, leave[name] + 0
				else
					print "WRONG: " name, entry[name] + 0, leave[name] + 0
			}
			print "functions " functions + 0 " same " same + 0 " excused " excused + 0
		}' /tmp/fbt /tmp/armed.out >/tmp/compared
	show /tmp/compared 60
	at_least "$1: functions with as many returns as entries" "$(sed -n 's/^functions .* same \([0-9]*\) .*/\1/p' /tmp/compared)" "$2"
	check "$1: no function differs without a reason" test -z "$(grep WRONG /tmp/compared)"
}

# match GLOB LEAST
match()
{
	armed_start "fbt::$1:entry { @e[probefunc] = count(); } fbt::$1:return { @r[probefunc] = count(); }
		END { printa(\"E %s %@d\\n\", @e); printa(\"R %s %@d\\n\", @r); }"
	work "$1"
	usleep 300000
	armed_stop
	show /tmp/armed.err
	compare "$1" "$2"
}

cat /proc/dtrace/fbt >/tmp/fbt
tail -n 1 /tmp/fbt
grep -E '^(refused|incomplete)' /tmp/fbt | awk 'NF == 5 { print $4, $5; next } $1 == "incomplete" { print $1, $NF }' | sort | uniq -c
match '[a-h]*' 400
match '[i-z_]*' 400
# A return by a tail jump has no arg1: a program that reads it is told at how many probes, one that does not is not told, and a listing says
# which they are. A kernel with frame pointers is compiled without such jumps.
trace_ok 60 -n 'fbt::vfs_*:return { @ = sum(arg1); } BEGIN { exit(0); }'
show /tmp/err 5
told=$(sed -nE 's/^dtrace: arg1 is 0 at ([1-9][0-9,]*) of [1-9][0-9,]* matching probes, always or sometimes.*/\1/p' /tmp/err | tr -d ,)
trace_ok 60 -n 'fbt::vfs_*:return { @ = sum(arg0); } BEGIN { exit(0); }'
check "not told without need" test "$(grep -c 'arg1' /tmp/err)" = 0
trace_ok 60 -lvn 'fbt::vfs_*:return'
always=$(grep -c '1.*(always 0: the function ends in jumps to others)$' /tmp/out)
sometimes=$(grep -c '1.*(0 where the function ends in a jump to another)$' /tmp/out)
check "told that arg1 is 0 at ${told:=0} probes, those that are listed: $always always, $sometimes sometimes" test "$told" = $((always + sometimes))
if isa_can tail-calls; then
	at_least "listed as always 0" "$always" 1
	at_least "listed as sometimes 0" "$sometimes" 1
fi
at_least "listed without a word" "$(grep -c 'args\[1\]: [a-z_ ]*$' /tmp/out)" 1
# an exit in a cold part, a tail jump, several returns: all are there, and arg0 says where
grep -q '^functions .* exits [1-9]' /tmp/fbt || not_ok "the report ends in a line of sums"
cat /proc/dtrace/trace | tail -n 20
unload
finish

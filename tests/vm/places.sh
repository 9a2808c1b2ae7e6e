# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Code in every kind of place (helper `placed`): programs that are static, static and moved, dynamic, stripped, of another C library; files that
# were deleted or replaced, in another mount or pid namespace; functions that a resolver (IFUNC) or the linkage table (PLT) leads to, the vDSO,
# memory of no file. Each function fires as often as it was called, and the program's results and text are those of an untraced one.
# @@limit 900
# @@mem 512
# @@programs coreutils
. /job/lib.sh
load
mkdir -p /tmp/work
COUNT=200

# the result of an untraced run
program_start placed $COUNT
program_line 'done'
sum=$(sed -n 's/^sum //p' "$program_out")
program_end "untraced"

# said NAME: a number that the program has printed
said() { sed -n "s/^$1 //p" "$program_out"; }
# told NAME: how often it has fired
told() { awk -v name="$1" '$1 == name { print $2 }' /tmp/armed.out; }
# known ADDRESS: the name of the function there in a stripped program
known() { printf '0x%x' $((0x$1 - 0x$(said bias))); }

# traced WHAT FUNCTION LIBRARY [PID]: the program that was started: FUNCTION (of a.out), and what else it calls, of LIBRARY
traced()
{
	local what=$1 plain=$2 library=$3 at=pid${4:-$program_pid} name
	armed_start "$at:a.out:$plain:entry { @[\"entry\"] = count(); } $at:a.out:$plain:return { @[\"return\"] = count(); }
		$at:a.out:$plain:0 { @[\"first\"] = count(); }
		$at:a.out:-:$(said made) { @[\"made\"] = count(); }
		$at:[vdso]:*clock_gettime*:entry { @[\"vdso\"] = count(); }
		$at:$library:getppid:entry { @[\"linked\"] = count(); }
		$at:$library:strlen:entry /copyinstr(arg0) == \"seven..\"/ { @[\"library-chosen\"] = count(); }
		$also"
	program_line 'done'
	armed_stop
	for name in entry return first vdso linked library-chosen $also_told; do
		check "$what: $name" test "$(told $name)" = $COUNT
	done
	check "$what: memory of no file" test "$(told made)" = $((2 * COUNT))
	check "$what: the result" test "$(said sum)" = "$sum"
	[ "$(told entry)" = $COUNT ] || show /tmp/armed.err
	program_end "$what"
	check "$what: nothing is left" wait_until 30 grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
}

also= also_told=
# program LIBRARY CHOSEN (musl has no resolvers; a stripped program no names)
while read -r program library chosen; do
	[ -e "/bin/$program" ] || { echo "$program: not on this CPU"; continue; }
	program_start "$program" $COUNT
	plain=placed_plain also= also_told=
	[ "$program" != placed-stripped ] || plain=$(known "$(said plain)")
	[ "$chosen" = - ] || also="pid$program_pid:a.out:$chosen:entry { @[\"chosen\"] = count(); }" also_told=chosen
	traced "$program" "$plain" "$library"
done <<'EOT'
placed a.out placed_chosen
placed-static-pie a.out placed_chosen
placed-dynamic libc placed_chosen
placed-stripped libc -
placed-musl a.out placed_quick
EOT
also= also_told=

# every instruction of a stripped program and of the vDSO
program_start placed-stripped $COUNT
armed_start "pid$program_pid:a.out:: { @[\"program\"] = count(); } pid$program_pid:[vdso]:: { @[\"vdso\"] = count(); }
	pid$program_pid:a.out:$(known "$(said plain)"):entry { @[\"entry\"] = count(); }"
program_line 'done'
armed_stop
check "every instruction: entry" test "$(told entry)" = $COUNT
at_least "every instruction: of the program" "$(told program)" $((50 * COUNT))
at_least "every instruction: of the vDSO" "$(told vdso)" $((5 * COUNT))
check "every instruction: the result" test "$(said sum)" = "$sum"
program_end "every instruction"

# the file is gone, or another one is there now
cp /bin/placed-dynamic /tmp/work/gone
program_start /tmp/work/gone $COUNT
rm /tmp/work/gone
traced "deleted" placed_plain libc
cp /bin/placed-dynamic /tmp/work/old
program_start /tmp/work/old $COUNT
cp /bin/called /tmp/work/new
mv /tmp/work/new /tmp/work/old
traced "replaced" placed_plain libc

# a file that only the program sees
mkdir -p /tmp/work/hidden
program_start unshare -m sh -c "mount -t tmpfs none /tmp/work/hidden && cp /bin/placed-dynamic /tmp/work/hidden/placed && exec /tmp/work/hidden/placed $COUNT"
check "mount namespace: the file is not here" test ! -e /tmp/work/hidden/placed
traced "mount namespace" placed_plain libc
# a program that is process 1, where it is
program_start unshare -p -f /bin/placed-dynamic $COUNT
inner=$(cat "/proc/$program_pid/task/$program_pid/children")
check "pid namespace: its own number" grep -Eq "^NSpid:.*[^0-9]1\$" "/proc/${inner% }/status"
traced "pid namespace" placed_plain libc "${inner% }"
unload
finish

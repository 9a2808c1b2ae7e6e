# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A program that loads its C library twice more, by dlmopen(): all are traced from their first call on; those that are there when tracing begins
# are modules of their own.
# @@limit 900
# @@mem 1024
# @@programs libstdc++6
# @@cxx tests/vm/parts/namespaces.cc
# @@with tests/vm/parts
# shellcheck disable=SC2016
. /job/lib.sh
. /parts/same.sh
load
# called FILE MODULE: what was counted there
called() { awk -v module="$2" '$1 == module { print $2 }' "$1"; }

# they come while it is traced
for edge in entry return; do
	trace_ok 120 -q -c "/bin/namespaces 1000" -n "pid\$target::labs:$edge { @[probemod] = count(); } END { printa(\"%s %@d\\n\", @); }"
	check "$edge: of three libraries" test "$(called /tmp/out libc.so.6)" = 7000
	[ "$(called /tmp/out libc.so.6)" = 7000 ] || show /tmp/out
done

# they are there
program_start /bin/namespaces 1000 wait
armed_start "pid$program_pid::labs:entry { @[probemod] = count(); } END { printa(\"%s %@d\\n\", @); }"
program_line 'done'
armed_stop
for count in 'libc.so.6 4000' 'LM1`libc.so.6 2000' 'LM2`libc.so.6 1000'; do
	check "there: $count" test "$(called /tmp/armed.out "${count% *}")" = "${count#* }"
done
armed_start "pid$program_pid:LM1\`libc.so.6:labs:entry { @[probemod] = count(); } END { printa(\"%s %@d\\n\", @); }"
echo go >&5
twice() { [ "$(grep -c '^done' "$program_out")" = 2 ]; }
wait_until 120 twice
armed_stop
check "one of them is named" test "$(grep -c libc /tmp/armed.out) $(called /tmp/armed.out 'LM1`libc.so.6')" = "1 2000"
program_end "there"

least_lines=3
same "each function of all" "/bin/namespaces 100" 'pid$target:::entry, pid$target:::return'
same "each instruction of all" "/bin/namespaces 100" 'pid$target:::' -x pidsites=2000000
unload
finish

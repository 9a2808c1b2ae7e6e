# SPDX-License-Identifier: MIT OR GPL-2.0-only
# kill -9 with everything armed leaves the kernel's text as it was; the module comes and goes; rmmod while tracing fails.
# @@workload
# @@limit 600
. /job/lib.sh
modprobe ext4
text_setup ext4
load
text_save loaded
for round in 1 2; do
	armed_start "$all_entries"
	at_least "bytes changed while armed" "$(text_changed loaded)" 20000
	check "rmmod fails while a consumer traces" test "$(rmmod dtrace 2>/tmp/rmmod; echo $?)" != 0
	cat /tmp/rmmod
	check "the module is still there" grep -q '^dtrace ' /proc/modules
	kill -9 "$armed_pid"
	wait "$armed_pid" 2>/dev/null
	sleep 1
	text_same "a second after kill -9" loaded
done
unload
text_setup ext4
text_save unloaded
for i in $(seq 10); do
	insmod /dtrace.ko || { not_ok "insmod number $i"; break; }
	rmmod dtrace || { not_ok "rmmod number $i"; break; }
done
ok "loaded and unloaded 10 times"
text_same "after that" unloaded
load
trace_ok 60 -q -n 'fbt::vfs_read:entry { @ = count(); } tick-1s { exit(0); }'
at_least "it still traces" "$(awk 'NF == 1 { print $1 }' /tmp/out | tail -n 1)" 1
unload
text_same "at the end" unloaded

# by force: the module waits for who traces, and then it is gone
load
armed_start "$all_entries"
rmmod -f dtrace &
forced=$!
check "rmmod -f waits while somebody traces" wait_until 20 sh -c 'dmesg | grep -q "dtrace: unloading by force waits"'
check "nobody else begins" test "$(dtrace -ln fbt::vfs_read:entry >/dev/null 2>&1; echo $?)" != 0
find /proc/self >/dev/null
sleep 1
check "it still waits" kill -0 $forced
armed_stop
at_least "calls counted meanwhile" "$(awk 'NF == 1 && $1 ~ /^[0-9]+$/ { print $1 }' /tmp/armed.out | tail -n 1)" 100
check "then it ends well" wait $forced
check "and the module is gone" test "$(grep -c '^dtrace ' /proc/modules)" = 0
text_same "after unloading by force" unloaded
finish

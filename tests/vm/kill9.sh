# SPDX-License-Identifier: MIT OR GPL-2.0-only
# kill -9 with everything armed leaves the kernel's text as it was; the module comes and goes; rmmod while tracing fails.
# @@workload
# @@limit 600
. /job/lib.sh
modprobe ext4
text_setup ext4
load
text_save loaded
for round in 1 2 3; do
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
for i in $(seq 50); do
	insmod /dtrace.ko || { not_ok "insmod number $i"; break; }
	rmmod dtrace || { not_ok "rmmod number $i"; break; }
done
ok "loaded and unloaded 50 times"
text_same "after that" unloaded
load
trace_ok 60 -q -n 'fbt::vfs_read:entry { @ = count(); } tick-1s { exit(0); }'
at_least "it still traces" "$(awk 'NF == 1 { print $1 }' /tmp/out | tail -n 1)" 1
unload
text_same "at the end" unloaded
finish

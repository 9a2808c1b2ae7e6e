# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Every kernel function's entry at once: how many are armed, does the guest keep working, are the counts plausible.
# @@workload
# @@limit 400
. /job/lib.sh
# modules that a machine in use has: their functions count too
for name in ext4 xfs nf_tables loop; do
	modprobe $name
done
text_setup ext4 xfs
text_save unloaded
load
text_save before
# five seconds; longer where the machine is so busy that the load has done next to nothing by then
trace_ok 200 -n 'fbt:::entry { @[probefunc] = count(); } fbt::vfs_write:entry { writes++; } fbt::vfs_open:entry { opens++; }
	tick-5s /writes >= 20 && opens >= 20/ { exit(0); }'
show /tmp/err
at_least "functions armed" "$(matched)" $isa_functions
awk 'NF == 2 && $2 ~ /^[0-9]+$/' /tmp/out >/tmp/rows
tail -n 15 /tmp/rows
at_least "different functions seen" "$(wc -l </tmp/rows)" 800
check "sorted by count" sorted_by 2 /tmp/rows
for name in vfs_read vfs_write vfs_open; do
	at_least "$name" "$(awk -v name=$name '$1 == name { print $2 }' /tmp/rows)" 10
done
text_same "after tracing every entry" before

# seen from the text itself, not from what dtrace says
armed_start "$all_entries"
at_least "bytes changed while armed" "$(text_changed before)" $isa_functions
for i in 1 2 3; do
	find /proc/self /sys/class >/tmp/found
	sh -c 'cat /proc/version' | grep -q Linux || not_ok "a pipe works while everything is armed"
done
armed_stop
tail -n 2 /tmp/armed.out
at_least "firings" "$(awk 'NF == 1 && /^ *[0-9]+$/ { print $1 }' /tmp/armed.out | tail -n 1)" 10000
text_same "after the second time" before
unload
text_same "after unloading" unloaded
finish

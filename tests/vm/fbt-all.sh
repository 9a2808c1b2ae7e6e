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
text_save before # loaded, the module may have a place of its own in the trap's entry
armed_start 'fbt:::entry { @[probefunc] = count(); }'
at_least "functions armed" "$(sed -n 's/^provider fbt .* armed //p' /proc/dtrace/stats)" "$isa_functions"
# seen from the text itself, not from what dtrace says
at_least "bytes changed while armed" "$(text_changed before)" "$isa_functions"
find /proc/self /sys/class >/tmp/found
sh -c 'cat /proc/version' | grep -q Linux || not_ok "a pipe works while everything is armed"
armed_stop
awk 'NF == 2 && $2 ~ /^[0-9]+$/' /tmp/armed.out >/tmp/rows
tail -n 15 /tmp/rows
at_least "different functions seen" "$(wc -l </tmp/rows)" 800
check "sorted by count" sorted_by 2 /tmp/rows
for name in vfs_read vfs_write vfs_open; do
	at_least "$name" "$(awk -v name=$name '$1 == name { print $2 }' /tmp/rows)" 10
done
at_least "firings" "$(awk '{ sum += $2 } END { printf "%.0f\n", sum }' /tmp/rows)" 10000
text_same "after tracing every entry" before
unload
text_same "after unloading" unloaded
finish

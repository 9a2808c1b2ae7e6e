# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Every kernel function's entry at once: how many are armed, does the guest keep working, are the counts plausible.
# @@workload
# @@limit 1200
. /job/lib.sh
# modules that a machine in use has: their functions count too
for name in ext4 xfs nf_tables loop; do
	modprobe $name
done
text_setup ext4 xfs
text_save unloaded
# By the kernel's own list of names, without those of modules, which may be a million local ones: not all are functions, and some of these run
# before or inside a trap.
symbols=$(awk '$NF ~ /^\[/ { exit } $2 ~ /^[tTwW]$/ && $3 !~ /^__(pfx|cfi)_/ && $1 != last { last = $1; n++ } END { print n }' /proc/kallsyms)
wanted=$((symbols * 7 / 10))
load
text_save before # loaded, the module may have a place of its own in the trap's entry
armed_start 'fbt:::entry { @[probefunc] = count(); }'
at_least "functions armed" "$(sed -n 's/^provider fbt .* armed //p' /proc/dtrace/stats)" "$wanted"
# seen from the text itself, not from what dtrace says
at_least "bytes changed while armed" "$(text_changed before)" "$wanted"
check "and the list has functions of a whole kernel: $symbols" test "$symbols" -gt 20000
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

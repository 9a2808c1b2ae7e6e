# SPDX-License-Identifier: MIT OR GPL-2.0-only
# /proc/dtrace/ while everything is armed: one line per site with what it is and what happened there, refusals by reason, sums; quick to read.
# @@limit 400
. /job/lib.sh
load
now()
{
	cut -d' ' -f1 /proc/uptime
}

# a line of a site: armed ADDRESS MODULE`FUNCTION NAME fired N nested N VERDICT len N bytes HEX TEXT
site_lines_good()
{
	awk '$1 == "armed" && !($2 ~ /^[0-9a-f]+$/ && $3 ~ /`/ && $5 == "fired" && $6 ~ /^[0-9]+$/ && $7 == "nested" && $8 ~ /^[0-9]+$/ &&
		$9 == "kind" && $10 ~ /^(break|jump)$/ && $11 ~ /^[a-z-]+$/ && $12 ~ /^(copy|rewrite|emulate)$/ && $13 == "len" && $15 == "bytes" &&
		length($16) == 2 * $14 && NF >= 17) { print; bad = 1 } END { exit bad }' "$1"
}

# breaks here: vm/jump looks at what is different with jumps
echo 0 >/sys/module/dtrace/parameters/jump
armed_start 'fbt:::entry, fbt:::return { @ = count(); } instr:vmlinux:vfs_*:call-* { @i = count(); }'
cat /tmp/armed.err
cat /proc/version >/dev/null
start=$(now)
cat /proc/dtrace/fbt >/tmp/fbt
middle=$(now)
cat /proc/dtrace/instr >/tmp/instr
cat /proc/dtrace/stats >/tmp/stats
end=$(now)
echo "fbt: $(awk -v a="$start" -v b="$middle" 'BEGIN { print b - a }') s, instr and stats: $(awk -v a="$middle" -v b="$end" 'BEGIN { print b - a }') s"
armed_stop
at_least "fbt's sites" "$(grep -c '^armed ' /tmp/fbt)" 50000
at_least "instr's sites" "$(grep -c '^armed ' /tmp/instr)" 100
check "fbt's lines are complete" site_lines_good /tmp/fbt
check "instr's lines are complete" site_lines_good /tmp/instr
check "each file has its own provider's" test -z "$(awk '$1 == "armed" && $4 !~ /^call-/' /tmp/instr)$(awk '$1 == "armed" && $4 !~ /^(entry|return)$/' /tmp/fbt)"
at_least "firings of vfs_read" "$(awk '$1 == "armed" && $3 == "vmlinux`vfs_read" && $4 == "entry" { print $6 }' /tmp/fbt)" 1
at_least "refusals, each with its reason" "$(awk '$1 == "refused" && (NF == 4 || NF == 5)' /tmp/fbt | wc -l)" 1000
check "sums" grep -Eq '^functions [0-9]+ refused [0-9]+ entries-refused [0-9]+ ' /tmp/fbt
check "late ones are counted" grep -Eq '^sites [0-9]+ late [0-9]+$' /tmp/fbt
grep -E '^(sites|last|text)' /tmp/stats
bytes=$(awk '$1 == "sites" { for (i = 3; i < NF; i += 2) n[$i] = $(i + 1); print int(n["bytes-each"] + (n["bytes-table"] + n["bytes-slots"]) / $2) }' /tmp/stats)
# 152 of its own with one probe, 16 of its slot at most; a table that has just grown has 32 for each
check "memory of a site: $bytes bytes, at most 200" test "$bytes" -le 200

# an open file holds a piece of its text, not all of it
available()
{
	sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo
}
armed_start 'fbt:::entry, fbt:::return { @ = count(); }'
cat /proc/dtrace/fbt >/tmp/fbt
before=$(available)
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
	(read -r line && echo "$line" >/tmp/first.$i && sleep 100) </proc/dtrace/fbt &
done
check "all have read a line" wait_until 60 sh -c 'test $(cat /tmp/first.* | wc -l) = 16'
echo "the text has $(wc -c </tmp/fbt) bytes"
check "memory of 16 open files and their readers: $((before - $(available))) kB, at most 16384" test $((before - $(available))) -le 16384
for job in $(jobs -p); do
	[ "$job" = "$armed_pid" ] || kill "$job"
done
armed_stop

# cross calls of one arming and of one disarming. A part of the slots that are given back is written once more later, in the background;
# whatever is armed or disarmed after that takes one cross call for them.
crossed()
{
	sed -n 's/^text-cross-calls //p' /proc/dtrace/stats
}
check "the slots of what was armed are free" wait_until 60 grep -q '^sites 0 .* bytes-slots 0 ' /proc/dtrace/stats
before=$(crossed)
armed_start 'fbt:::entry { @ = count(); }'
while_armed=$(crossed)
armed_stop
check "cross calls for text of one arming: $((while_armed - before))" test $((while_armed - before)) -le 2
check "of one disarming: $(($(crossed) - while_armed))" test $(($(crossed) - while_armed)) -le 1
tail -n 12 /proc/dtrace/trace

# reading in pieces, and from the middle, gives what reading at once gives
cat /proc/dtrace/fbt >/tmp/fbt
size=$(wc -c </tmp/fbt)
dd if=/proc/dtrace/fbt bs=777 2>/dev/null | cmp -s - /tmp/fbt || not_ok "/proc/dtrace/fbt in pieces of 777 bytes"
for position in 1 2 1000 $((size / 5003)); do
	tail -c +$((position * 5003 + 1)) /tmp/fbt >/tmp/fbt.rest
	dd if=/proc/dtrace/fbt bs=5003 skip=$position 2>/dev/null | cmp -s - /tmp/fbt.rest || not_ok "/proc/dtrace/fbt from byte $((position * 5003))"
done
ok "/proc/dtrace/fbt, $size bytes, in pieces"

# who may read: CAP_SYS_ADMIN (21), or CAP_PERFMON (38) with CAP_SYS_PTRACE (19); the number of root is not enough
for file in stats fbt instr trace; do
	for few in none 38 19 12,13,16; do
		check "$file: root with capabilities $few does not read" test "$(withcaps $few cat /proc/dtrace/$file 2>&1)" = \
			"cat: can't open '/proc/dtrace/$file': Permission denied"
	done
	for enough in 21 19,38; do
		check "$file: root with capabilities $enough does" sh -c "withcaps $enough cat /proc/dtrace/$file >/dev/null"
	done
done
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Listing probes: layout, number, selection; and the self-test, which a user runs first.
. /job/lib.sh
trace 20 --self-test
check "the self-test misses the module" grep -Eq '^engine .*FAILED: .*(load the module|no module is installed)' /tmp/out
load
trace_ok 60 --self-test
show /tmp/out 30
# nfs.sh tries the providers of NFS
check "the self-test finds nothing wrong" grep -q '^all is well: 0 failed, 2 not tried$' /tmp/out
check "it tries all but what the kernel has no module for" test "$(grep -c "^nfsv[34] .* not tried: the kernel's module nfsd is not loaded\$" /tmp/out)" = 2
check "every check passes" test "$(grep -c ' FAILED' /tmp/out)" = 0
# this machine has no disk that sync() could write to
check "a firing in every check of a provider" test "$(sed 1,3d /tmp/out | grep -Evc '^(engine|symbols|types) |^all is well|^$|^io .* 0  ok$|^nfsv[34] .* not tried: | [1-9][0-9]*  ok$')" = 0
at_least "checks" "$(grep -Ec ' [1-9][0-9]*  ok$' /tmp/out)" 8
start=$(cut -d' ' -f1 /proc/uptime)
trace_ok 60 -l
end=$(cut -d' ' -f1 /proc/uptime)
echo "$(wc -l </tmp/out) lines in $(awk -v a="$start" -v b="$end" 'BEGIN { print b - a }') s"
head -n 8 /tmp/out
check "header" grep -Eq '^ +ID +PROVIDER +MODULE +FUNCTION NAME *$' /tmp/out
at_least "probes" "$(wc -l </tmp/out)" 50000
for name in 'dtrace .* BEGIN' 'dtrace .* END' 'dtrace .* ERROR' 'syscall .* read entry' 'syscall .* read return' 'fbt .* vfs_read entry' 'fbt .* vfs_read return'; do
	check "there is $name" grep -Eq " $name *\$" /tmp/out
done
check "ids are all different" test "$(awk 'NR > 1 { print $1 }' /tmp/out | sort -n | uniq -d | wc -l)" = 0
check "none of dtrace's own functions" test "$(awk '$2 == "fbt" && $3 == "dtrace"' /tmp/out | wc -l)" = 0
entries() { awk '$2 == "fbt" && $NF == "entry" { print $3, $4 }' | sort; }
entries </tmp/out >/tmp/entries

trace_ok 60 -l -f 'vfs_*'
show /tmp/out 8
at_least "probes of vfs_*" "$(grep -c ' vfs_' /tmp/out)" 40
check "nothing else" test "$(awk 'NR > 1 && $4 !~ /^vfs_/ && $3 !~ /^vfs_/' /tmp/out | wc -l)" = 0

# a pattern for functions scans those alone: it takes a tenth of what listing everything took
begin=$(cut -d' ' -f1 /proc/uptime)
trace_ok 60 -ln 'fbt::*lock*:entry'
after=$(cut -d' ' -f1 /proc/uptime)
echo "$(wc -l </tmp/out) lines in $(awk -v a="$begin" -v b="$after" 'BEGIN { print b - a }') s"
at_least "entries of *lock*" "$(grep -c 'lock.* entry *$' /tmp/out)" 300
check "a pattern is not slower than everything" test "$(awk -v a="$start" -v b="$end" -v c="$begin" -v d="$after" 'BEGIN { print (d - c <= b - a) }')" = 1

# one function with several names: one probe, found by each of them, fired once
trace_ok 60 -l -n 'fbt::*sys_getuid:entry'
show /tmp/out
check "one probe of getuid's names" test "$(grep -c ' fbt .*sys_getuid *entry' /tmp/out)" = 1
name=$(awk '$2 == "fbt" { print $4 }' /tmp/out)
grep " vmlinux\`.* of $name\$" /proc/dtrace/fbt >/tmp/aliases
show /tmp/aliases
for alias in $(awk '$1 == "alias" { sub(/.*`/, "", $3); print $3 }' /tmp/aliases); do
	trace_ok 60 -l -n "fbt::$alias:entry"
	check "it is found as $alias, too" test "$(grep -c " $alias *entry" /tmp/out)" = 1
	found="$found fbt::$alias:entry { @[\"$alias\"] = count(); }"
	aliases=$((aliases + 1))
done
# a kernel whose system calls have one wrapper each has no other names for them
if [ "${aliases:-0}" -gt 0 ]; then
	armed_start "fbt:::entry { @[probefunc] = count(); } $found"
	id -u >/tmp/uid
	armed_stop
	grep -E 'sys_getuid' /tmp/armed.out >/tmp/getuid
	show /tmp/getuid
	check "each name counts the same calls, once" test "$(awk '{ print $2 }' /tmp/getuid | sort -u | wc -l)" = 1
	check "all calls of it are counted by the name of callers and by each alias" test "$(awk '{ print $1 }' /tmp/getuid | sort | uniq -c | wc -l)" = \
		$((aliases + 1))
else
	check "no two symbols at one address here" test -z "$(awk '$3 ~ /sys_getuid$/ { print $1 }' /proc/kallsyms | sort | uniq -d)"
fi

# many clauses that each name a function: the symbols are walked once
sed -n 's/^[0-9a-f]* [tT] \(vfs_[a-z_]*\|do_[a-z_]*\|ksys_[a-z_]*\|__se_[a-z_0-9]*\|tcp_[a-z_0-9]*\|d_[a-z_]*\|i[a-z_]*\|s[a-z_]*\)$/\1/p' /proc/kallsyms |
	sort -u | head -n 1000 | sed 's/.*/fbt::&:entry,/' >/tmp/many.d
echo 'BEGIN { exit(0); }' >>/tmp/many.d
start=$(cut -d' ' -f1 /proc/uptime)
trace_ok 100 -q -Z -s /tmp/many.d
end=$(cut -d' ' -f1 /proc/uptime)
echo "1,000 functions by name: $(awk -v a="$start" -v b="$end" 'BEGIN { print b - a }') s"
grep -E 'fbt: (provide|enable)' /proc/dtrace/trace | tail -n 3
check "1,000 functions by name take no longer than 20 walks" test "$(awk -v a="$start" -v b="$end" 'BEGIN { print int(b - a) }')" -le 10

# who asks another question finds the symbols still there; they go after a while, or at once where that is wished
symbols() { awk -v at="$1" '$1 == "symbols" { print $at }' /proc/dtrace/stats; }
are_gone() { test "$(symbols 5)" = 0; }
keep=/sys/module/dtrace/parameters/keep_symbols
# the probe may be there already; the report goes through all functions
asks()
{
	trace_ok 60 -q -n 'fbt::vfs_read:entry { } BEGIN { exit(0); }'
	cat /proc/dtrace/fbt >/tmp/fbt
}
asks
walks=$(symbols 3)
at_least "symbols are kept" "$(symbols 5)" 20000
grep '^symbols' /proc/dtrace/stats
asks
check "the next one walks through no symbols" test "$(symbols 3)" = "$walks"
echo 1 >$keep
asks
check "after a second they are given back" wait_until 60 are_gone
asks
at_least "and walked through again" "$(symbols 3)" $((walks + 1))
walks=$(symbols 3)
echo 0 >$keep
asks
asks
check "they are not kept where that is not wished" are_gone
at_least "each one walks through them" "$(symbols 3)" $((walks + 2))
echo 60 >$keep

modprobe ext4
trace_ok 60 -l -m ext4
at_least "probes of a module loaded later" "$(wc -l </tmp/out)" 500
modprobe -r ext4
trace 60 -l -m ext4
check "none when it is gone" test "$(grep -c ext4 /tmp/out)" = 0

# who asks for no function does not make the kernel's symbols be read
unload
load
trace_ok 60 -qn 'BEGIN { exit(0); } syscall:::entry { @ = count(); } tick-1s { exit(0); } END { }'
check "no function, no walk through the symbols" test "$(symbols 3)" = 0

# asked for alone, before all else, the entries are the same: hardly any function is scanned for them
trace_ok 60 -ln 'fbt:::entry'
entries </tmp/out >/tmp/alone
at_least "entries" "$(wc -l </tmp/alone)" 20000
check "they are those of all probes" cmp /tmp/entries /tmp/alone
unload
finish

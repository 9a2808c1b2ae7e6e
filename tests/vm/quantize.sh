# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Sizes of reads by program, as distributions.
# @@workload
. /job/lib.sh
load
# until the load has been through all of its programs: wc is the last of them
trace_ok 100 -n 'syscall::read:return /arg0 > 0/ { @[execname] = quantize(arg0); } syscall::exit_group:entry /execname == "wc"/ { ended++; }
	tick-500ms /ended >= 3/ { exit(0); }'
show /tmp/out 60
check "header of a distribution" grep -Eq '^ +value +------------- Distribution ------------- count *$' /tmp/out
at_least "distributions" "$(grep -c 'Distribution' /tmp/out)" 2
at_least "rows with a bar" "$(grep -Ec '^ +[0-9]+ \|@+ +[0-9]+ *$' /tmp/out)" 2
# every distribution's row values are 0 or powers of two
awk -F'|' '/\|/ { v = $1 + 0; while (v > 1 && v % 2 == 0) v /= 2; if (v != 0 && v != 1) bad++ } END { exit bad > 0 }' /tmp/out
check "rows are at powers of two" test $? = 0

trace_ok 60 -q -n 'syscall::read:return /arg0 > 0/ { @n = count(); @s = sum(arg0); @m = max(arg0); reads++; } tick-100ms /reads >= 10/ { exit(0); }'
check "three plain aggregations" test "$(grep -Ec '^ +[0-9]+$' /tmp/out)" = 3
unload
finish

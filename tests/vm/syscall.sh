# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Every system call counted by program and name.
# @@workload
. /job/lib.sh
load
trace_ok 60 -n 'syscall:::entry { @[execname, probefunc] = count(); } tick-5s { exit(0); }'
show /tmp/out 60
check "header line" grep -Eq '^CPU +ID +FUNCTION:NAME$' /tmp/out
check "the row of tick-5s" grep -Eq '^ +[0-9]+ +[0-9]+ +:tick-5s *$' /tmp/out
awk 'NF == 3 && $3 ~ /^[0-9]+$/ { print $1, $2, $3 }' /tmp/out >/tmp/rows
at_least "rows" "$(wc -l </tmp/rows)" 10
at_least "programs" "$(cut -d' ' -f1 /tmp/rows | sort -u | wc -l)" 3
at_least "system calls" "$(cut -d' ' -f2 /tmp/rows | sort -u | wc -l)" 8
check "sorted by count" sorted_by 3 /tmp/rows
check "read is among them" grep -q ' read ' /tmp/rows
unload
finish

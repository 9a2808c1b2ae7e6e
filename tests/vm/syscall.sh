# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Every system call counted by program and name.
# @@workload
. /job/lib.sh
load
# until the load has been through all of its programs: wc is the last of them
trace_ok 100 -n 'syscall:::entry { @[execname, probefunc] = count(); } syscall::exit_group:entry /execname == "wc"/ { ended++; }
	tick-500ms /ended >= 3/ { exit(0); }'
show /tmp/out 60
check "header line" grep -Eq '^CPU +ID +FUNCTION:NAME$' /tmp/out
check "the row of tick-500ms" grep -Eq '^ +[0-9]+ +[0-9]+ +:tick-500ms *$' /tmp/out
awk 'NF == 3 && $3 ~ /^[0-9]+$/ { print $1, $2, $3 }' /tmp/out >/tmp/rows
at_least "rows" "$(wc -l </tmp/rows)" 10
at_least "programs" "$(cut -d' ' -f1 /tmp/rows | sort -u | wc -l)" 3
at_least "system calls" "$(cut -d' ' -f2 /tmp/rows | sort -u | wc -l)" 8
check "sorted by count" sorted_by 3 /tmp/rows
check "read is among them" grep -q ' read ' /tmp/rows
unload
finish

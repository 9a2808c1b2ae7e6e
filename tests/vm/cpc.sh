# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The provider cpc: page faults in known numbers, whose side they are on, what is listed and what is refused.
# @@smp 1
. /job/lib.sh
load

trace_ok 60 -l -P cpc
show /tmp/out
check "what the kernel counts is listed" grep -Eq ' cpc +page_faults-all-1000000 *$' /tmp/out
trace 60 -l
check "whoever lists all probes does not mean these" test "$(grep -c ' cpc ' /tmp/out)" = 0

# refused NAME REASON: no probe, and why
refused()
{
	trace 20 -n "cpc:::$1 { exit(0); }"
	check "$1: $2" grep -q "$2" /tmp/err
	show /tmp/err
	check "$1 is an error" test "$trace_status" = 1
}
refused page_faults-all-4999 count-is-less-than-5000
refused page-faults-all-5000 'does not match any probes'
refused pagefaults-all-5000 nobody-knows-this-event
refused page_faults-all-0x41-5000 mask-belongs-into-rHEX
# an emulated CPU of x86 counts nothing, one of RISC-V cannot say when; where this one can, its cycles pass while it works
trace 20 -n 'cpc:::cpu_cycles-all-100000 { @ = count(); } tick-1s { exit(0); }'
if grep -q cannot-be-counted-here /tmp/err; then
	check "cycles cannot be counted here, and no word of functions" grep -q '^dtrace: 1 of 2 matching probes cannot be armed now: 1 cannot' /tmp/err
else
	at_least "firings for 100,000 cycles" "$(sed -n 's/^ *\([0-9][0-9]*\) *$/\1/p' /tmp/out)" 1
fi
show /tmp/err

# how often the CPU was stopped from counting its cycles; what the kernel counts never is
throttled=$(cat /proc/dtrace/cpc)
check "the report: $throttled" test "${throttled#throttled }" -ge 0

# 30,000 new pages: six firings, but for faults of others and of the program's own start
armed_start 'cpc:::page_faults-user-5000 / execname == "lives" / { @n["user"] = count(); @side[arg0 == 0 && arg1 != 0] = count(); }
	cpc:::page_faults-kernel-5000 / execname == "lives" / { @n["kernel"] = count(); }
	cpc:::minor_faults-all-10000 / execname == "lives" / { @n["minor"] = count(); }
	cpc:::context_switches-all-5000 { @n["switches"] = count(); }'
check "they are armed" grep -Eq '^provider cpc probes [0-9]+ armed 4$' /proc/dtrace/stats
lives touch 30000
armed_stop
show /tmp/armed.out
# count NAME: of a row of the output
count()
{
	awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }' /tmp/armed.out
}
check "30,000 faults fire six times, 5 to 7: $(count user)" test "$(count user)" -ge 5 -a "$(count user)" -le 7
check "in the program, each of them" test "$(count 1)" = "$(count user)"
check "none of them in the kernel: $(count kernel)" test "$(count kernel)" = 0
check "every ten thousand of those that need no disk, 2 to 4: $(count minor)" test "$(count minor)" -ge 2 -a "$(count minor)" -le 4
check "nothing is armed any more" grep -Eq '^provider cpc probes [0-9]+ armed 0$' /proc/dtrace/stats
check "no CPU was stopped from counting faults" test "$(cat /proc/dtrace/cpc)" = "$throttled"
armed_start 'cpc:::page_faults-user-5000 / execname == "lives" / { @n["user"] = count(); }'
lives touch 12000
armed_stop
check "again, from 0: 12,000 faults fire two times, 1 to 3: $(count user)" test "$(count user)" -ge 1 -a "$(count user)" -le 3
unload
finish

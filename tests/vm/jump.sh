# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Sites without a trap (docs/jump.md): sites of the kernel become jumps, and breaks again, while functions are called whose number is known; what probes
# see is the same; a kprobe beside us; nearly all of fbt become jumps; the text is as
# before. A CPU without a common entry has breaks only.
# @@limit 1700
# @@mem 768
# @@smp 2
. /job/lib.sh
parameter=/sys/module/dtrace/parameters/jump
mkdir -p /tmp

# kind_of_sites KIND: how many sites are that
kind_of_sites()
{
	stats_number kinds "$1"
}

all_jumps()
{
	[ "$(kind_of_sites break) $(kind_of_sites jump)" != "0 0" ] && [ "$(kind_of_sites break)" = 0 ]
}

all_breaks()
{
	[ "$(kind_of_sites jump)" = 0 ] && [ "$(kind_of_sites break)" -gt 0 ]
}

# jumps on|off: the parameter, and all sites are that
jumps()
{
	case $1 in
	on) echo 1 >$parameter && wait_until 120 all_jumps || not_ok "all sites are jumps: $(grep kinds /proc/dtrace/stats)" ;;
	off) echo 0 >$parameter && check "all are breaks when the parameter is written" all_breaks ;;
	esac
}

in_turns()
{
	local i
	for i in 1 2 3 4 5; do
		jumps off
		jumps on
	done
}

# others_come: other consumers of both sites of a region come and go
others_come()
{
	local i
	for i in 1 2; do
		dtrace -qn 'fbt::write_null: { @ = count(); } tick-300ms { exit(0); }' >/tmp/other.out
		check "both fire for another consumer" test "$(tr -d ' \n' </tmp/other.out)" -gt 0
	done
}

# meanwhile COMMAND...: it runs to its end while a million bytes are copied to /dev/null, one by one
meanwhile()
{
	local copier
	dd if=/dev/zero of=/dev/null bs=1 count=1000000 2>/dev/null &
	copier=$!
	"$@"
	check "it was copied meanwhile" kill -0 $copier
	wait $copier
}

# value NAME: of a line `NAME NUMBER`
value()
{
	sed -n "s/^$1 \([0-9]*\)$/\1/p" /tmp/armed.out
}

# what the run was started with may be jump=0
load ${JOB_MODULE_OPTIONS:+jump=1}
check "sites become jumps where nothing else is asked for" test "$(cat $parameter)" = Y
echo 0 >$parameter
text_setup
text_save before
check "the parameter" test "$(cat $parameter)" = N

if [ -z "$isa_jump_share" ]; then
	armed_start 'fbt::vfs_*:entry { @ = count(); }'
	echo 1 >$parameter
	cat /proc/version >/dev/null
	check "this CPU has breaks only" all_breaks
	armed_stop
	unload
	finish
fi

# no_jumps: while one of the kernel's tables is not known no site becomes a jump
no_jumps()
{
	armed_start 'fbt::vfs_*:entry { @ = count(); }'
	echo 1 >$parameter
	# armed sites come first; for what comes after them all functions are looked through
	refused_all() { awk '$1 != "armed" { exit } { armed++; function_refused += / kind break function / } END { exit !armed || armed != function_refused }' /proc/dtrace/fbt; }
	wait_until 120 refused_all || not_ok "without the tables no site is a jump: $(head -n 3 /proc/dtrace/fbt)"
	check "and all are breaks" all_breaks
	armed_stop
}

# ---- the kernel's own tables, which symbols name or not
labels=$(stats_number tables jump-labels)
exceptions=$(stats_number tables exceptions)
at_least "jump labels" "$labels" 500
at_least "exceptions" "$exceptions" 100
# offered: what may be probed in some functions that have jump labels or exceptions
offered()
{
	dtrace -ln 'instr:vmlinux:copy_from_*:, instr:vmlinux:tcp_rcv_*:, instr:vmlinux:vfs_*:' 2>&1 | awk '{ print $3, $4, $5 }' | sort
}
offered >/tmp/offered
unload
load jump=0 without=__start___ex_table
check "exceptions are found without a symbol" test "$(stats_number tables exceptions)" = "$exceptions"
unload
load jump=0 without=__start___jump_table
check "jump labels are found without a symbol" test "$(stats_number tables jump-labels)" = "$labels"
unload
if grep -q __start_static_call_sites /proc/kallsyms; then
	load jump=0 without=__start_static_call_sites
	no_jumps
	unload
fi
load jump=0 without=copy_from_kernel_nofault
if grep -q __start___jump_table /proc/kallsyms; then
	check "what has a symbol needs no search" test "$(stats_number tables jump-labels) $(stats_number tables exceptions)" = "$labels $exceptions"
else
	check "nothing is found" test "$(stats_number tables jump-labels) $(stats_number tables exceptions)" = "0 0"
	no_jumps
fi
offered >/tmp/offered.kernel
at_least "instructions that are offered" "$(wc -l </tmp/offered)" 500
check "the same as where the kernel is asked about each" cmp /tmp/offered /tmp/offered.kernel
unload
load jump=0

# ---- every call is counted, whatever the sites are
armed_start 'fbt::ksys_read:entry /execname == "dd"/ { @calls = count(); } fbt::ksys_read:return /execname == "dd"/ { @bytes = sum(arg1); }
	END { printa("calls %@d\n", @calls); printa("bytes %@d\n", @bytes); }'
check "breaks at first" all_breaks
dd if=/dev/zero of=/dev/null bs=1 count=1000 2>/dev/null
jumps on
dd if=/dev/zero of=/dev/null bs=1 count=1000 2>/dev/null
meanwhile in_turns
armed_stop
show /tmp/armed.out
check "each call" test "$(value calls)" = 1002000
check "each byte" test "$(value bytes)" = 1002000
text_same "after jumps and breaks in turn" before

# ---- entry and return in one region: a function that moves a register and returns, called for each byte that is written to /dev/null
if isa_can jump-pairs; then
	entry='fbt::write_null:entry /execname == "dd" && arg2 == 1/ { @entered = count(); }'
	return='fbt::write_null:return /execname == "dd" && arg1 == 1/ { @left = count(); }'
	armed_start "$entry $return END { printa(\"entered %@d\\n\", @entered); printa(\"left %@d\\n\", @left); }"
	meanwhile in_turns
	check "both are jumps" test "$(kind_of_sites jump)" = 2
	armed_stop
	show /tmp/armed.out
	check "each entry" test "$(value entered)" = 1000000
	check "each return" test "$(value left)" = 1000000
	# the one is traced all the time, the other one now and then
	for name in entered left; do
		probe=$entry
		[ $name = entered ] || probe=$return
		armed_start "$probe END { printa(\"$name %@d\\n\", @$name); }"
		meanwhile others_come
		armed_stop
		show /tmp/armed.out
		check "each time" test "$(value $name)" = 1000000
	done
	text_same "after two sites in one region" before
fi

# ---- what a probe sees: one process reads byte after byte from a pipe, so its arguments and its stack are the same each time
keys='caller, stackdepth, stack(), uregs[R_PC], uregs[R_SP]'
mkfifo /tmp/pipe
armed_start "fbt::ksys_read:entry /execname == \"dd\"/ { @entry[arg0, arg1, arg2, $keys] = count(); }
	fbt::ksys_read:return /execname == \"dd\"/ { @return[arg0, arg1, $keys] = count(); }
	fbt::ksys_read:return /execname == \"dd\"/ { done++; }
	tick-100ms { printf(\"done %d\\n\", done); } END { printa(@entry); printf(\"returns\\n\"); printa(@return); }" -x aggsize=1m
reads=0
has_read()
{
	[ "$(value 'done' | tail -n 1)" = $reads ]
}
# read_bytes COUNT: one after the other
read_bytes()
{
	local i
	for i in $(seq "$1"); do
		printf x >&7
		reads=$((reads + 1))
		wait_until 60 has_read || not_ok "byte $reads was read"
	done
}
dd if=/tmp/pipe of=/dev/null bs=1 2>/dev/null &
reader=$!
exec 7>/tmp/pipe
read_bytes 3
jumps on
read_bytes 3
jumps off
read_bytes 2
exec 7>&-
wait $reader
armed_stop
grep -v '^done' /tmp/armed.out >/tmp/seen
show /tmp/seen 60
# most_alike: the most firings in which all that was looked at is the same
most_alike()
{
	awk 'NF == 3 { print $NF }' | sort -n | tail -n 1
}
# the first call comes from elsewhere in dd than the others do; the last return is that of no byte
at_least "entries by break and by jump in which all is the same" "$(sed '/^returns/,$d' /tmp/seen | most_alike)" $reads
at_least "returns by break and by jump in which all is the same" "$(sed '1,/^returns/d' /tmp/seen | most_alike)" $((reads - 1))

# ---- a kprobe at a site that is a jump has a copy of it: the tracer stays until that has gone
echo 1 >$parameter
armed_start 'fbt::ksys_read:entry { @ = count(); }'
wait_until 120 all_jumps || not_ok "a jump"
site=$(awk '$3 == "vmlinux`ksys_read" { print $2 }' /proc/dtrace/fbt)
start=$(awk '$3 == "ksys_read" { print $1 }' /proc/kallsyms)
if cd /sys/kernel/tracing && echo "p:anytrace_k ksys_read+$((0x$site - 0x$start))" >kprobe_events 2>/dev/null; then
	echo 1 >events/kprobes/enable
	dd if=/dev/zero of=/dev/null bs=1 count=100 2>/dev/null
	at_least "the kprobe saw its hits" "$(awk '$1 == "anytrace_k" { print $2 }' kprobe_profile)" 100
	armed_stop
	check "a jump is held" test "$(kind_of_sites held)" = 1
	! rmmod dtrace 2>/dev/null && ok "the module stays"
	echo 0 >events/kprobes/enable
	echo >kprobe_events
	held_no_more() { [ "$(kind_of_sites held)" = 0 ]; }
	wait_until 60 held_no_more || not_ok "it is held no more"
else
	echo "the kernel refuses a kprobe there"
	armed_stop
fi
cd /

# ---- all of fbt
armed_start 'fbt::: { @ = count(); }'
batch_ns() { sed -n 's/^text-last-batch-ns //p' /proc/dtrace/stats; }
batch=$(batch_ns)
nearly_all() { [ "$(kind_of_sites jump)" -gt $(($(kind_of_sites break) * 4)) ]; }
wait_until 300 nearly_all || not_ok "nearly all are jumps: $(grep kinds /proc/dtrace/stats)"
check "the time of a batch is not one of the background's" test "$(batch_ns)" = "$batch" -a "$batch" -gt 0
cat /proc/dtrace/fbt >/tmp/fbt
awk '$1 == "armed" { all[$4]++; for (i = 5; i < NF; i++) if ($i == "kind") { jumps[$4] += $(i + 1) == "jump"; reason[$4 " " $(i + 2)] += $(i + 1) == "break" } }
	END { for (kind in all) printf "%s %d of %d %.0f\n", kind, jumps[kind], all[kind], int(jumps[kind] * 1000 / all[kind])
		for (name in reason) if (reason[name]) print "break", name, reason[name] }' /tmp/fbt | sort >/tmp/share
show /tmp/share
at_least "entries that are jumps, per thousand" "$(awk '$1 == "entry" { print $5 }' /tmp/share)" "${isa_jump_share% *}"
at_least "returns that are jumps, per thousand" "$(awk '$1 == "return" { print $5 }' /tmp/share)" "${isa_jump_share#* }"
dd if=/dev/zero of=/dev/null bs=1 count=1000 2>/dev/null

# cross calls for text: those of whoever disarms, and those of the task that made jumps. Slots that the task has freed are written once more;
# whoever comes next, the task or who disarms, takes one cross call for them: so it is four, or five
crossed()
{
	awk '$1 == "text-cross-calls" { all = $2 } $1 == "text-cross-calls-background" { print all - $2, $2 }' /proc/dtrace/stats
}
crossed=$(crossed)
at_least "cross calls in the background, for jumps" "${crossed#* }" 2
kill -9 "$armed_pid"
wait "$armed_pid" 2>/dev/null
none_armed() { [ "$(kind_of_sites break) $(kind_of_sites jump)" = "0 0" ]; }
wait_until 120 none_armed || not_ok "nothing is armed any more"
calls=$(($(crossed | cut -d' ' -f1) - ${crossed% *}))
check "cross calls to disarm, with jumps, at least 1 and at most 5: $calls" test "$calls" -ge 1 -a "$calls" -le 5
text_same "after all of fbt" before
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest with some CPUs, whose emulator has the plugin lines.c: one function is called in a loop on all CPUs at once. Prints "loop NAME"
# for each that has run, in the order of the plugin's lines, "error NAME" for one that could not be measured, and "memory NAME BYTES" lines.
# The clock of x86 is the CPU's own, as on hardware: the emulator's other one, which 6.1 prefers there, has a lock for all CPUs.
# @@append tsc=reliable
# @@smp 2
# @@mem 1536
# @@limit 1500
. /job/lib.sh

probe=fbt:calls:calls_target
small='-x bufsize=64k -x aggsize=64k -x dynvarsize=64k'
jump=/sys/module/dtrace/parameters/jump

# switch_jumps 0|1: where there are jumps
switch_jumps()
{
	[ ! -e $jump ] || echo "$1" >$jump
}

# loop NAME: it runs on all CPUs
loop()
{
	if [ "$(cat /proc/calls)" = "$(nproc)" ]; then echo "loop $1"; else echo "error $1"; fi
}

# ours NAME PROGRAM: while a D program traces the function
ours()
{
	armed_start "$2" -x dynvarsize=16m
	loop "$1"
	armed_stop
}

no_breaks() { grep -q '^kinds break 0 ' /proc/dtrace/stats; }

# ours_jump NAME PROGRAM: the same without a trap, as soon as the site is a jump
ours_jump()
{
	armed_start "$2" -x dynvarsize=16m
	if wait_until 120 no_breaks; then loop "jump-$1"; else echo "error jump-$1"; fi
	armed_stop
}

# programs FUNCTION: it is called for each
programs()
{
	$1 false "$probe:entry /pid == 1/ { @ = count(); }"
	$1 count "$probe:entry { @ = count(); }"
	$1 count-pid "$probe:entry { @[pid] = count(); }"
	$1 count-execname "$probe:entry { @[execname] = count(); }"
	$1 quantize "$probe:entry { @ = quantize(arg0); }"
	$1 trace "$probe:entry { trace(arg0); }"
	$1 stack "$probe:entry { @[stack(4)] = count(); }"
	$1 latency "$probe:entry { self->ts = timestamp; } $probe:return /self->ts/ { @ = quantize(timestamp - self->ts); self->ts = 0; }"
}

# taken: bytes of the module's large blocks; each has a page after it that is not there. Blocks of 2 kB and less are not seen.
taken()
{
	awk '/\[dtrace\]/ { sum += $2 - 4096 } END { print sum + 0 }' /proc/vmallocinfo
}

# consumer PROGRAM OPTION...: sets `consumer` to what a consumer takes
consumer()
{
	local before
	before=$(taken)
	armed_start "$@"
	consumer=$(($(taken) - before))
	armed_stop
}

# each NAME BYTES NUMBER: what one of so many takes
each()
{
	if [ "${3:-0}" -gt 0 ]; then echo "memory $1 $(($2 / $3))"; else echo "error $1"; fi
}

second_armed() { grep -q armed /tmp/second.out; }

nearly_all_jumps() { [ "$(stats_number kinds jump)" -gt $(($(stats_number kinds break) * 4)) ]; }

# memory_of_jumps: what sites take more as jumps
memory_of_jumps()
{
	switch_jumps 1
	armed_start 'fbt:::entry { @ = count(); }' $small
	if wait_until 600 nearly_all_jumps; then
		each jump-text "$(stats_number kinds bytes-stubs)" "$(stats_number kinds jump)"
		each jump "$(stats_number kinds bytes-regions)" "$(stats_number kinds jump)"
	else
		echo "error jumps"
	fi
	armed_stop
	switch_jumps 0
}

# memory_of_probes: all entries of functions listed; armed by one consumer, and by a second one at the same time
memory_of_probes()
{
	local none listed one two probes sites base
	consumer "$probe:entry { @ = count(); }" $small
	base=$consumer
	none=$(taken)
	probes=$(($(dtrace -l -P fbt | wc -l) - 1))
	listed=$(taken)
	each probe $((listed - none)) $probes
	switch_jumps 0
	armed_start 'fbt:::entry { @ = count(); }' $small
	one=$(taken)
	sites=$(stats_number sites sites)
	dtrace -q $small -n 'BEGIN { printf("armed\n"); } fbt:::entry { @ = count(); }' >/tmp/second.out 2>&1 </dev/null &
	second=$!
	wait_until 120 second_armed || { echo "error second"; show /tmp/second.out; }
	two=$(taken)
	echo "memory sites $sites"
	each ecb $((two - one - base)) "$sites"
	each site $((one - listed - (two - one))) "$sites"
	each site-text "$(stats_number sites bytes-slots)" "$sites"
	kill -TERM $second
	wait $second
	armed_stop
}

mkdir -p /tmp
insmod /calls.ko everywhere=1 || { not_ok "insmod calls.ko"; finish; }
load
switch_jumps 0
echo "cpus $(nproc)"
loop call
programs ours
if [ -n "$isa_jump_share" ]; then
	switch_jumps 1
	programs ours_jump
	switch_jumps 0
fi
consumer "$probe:entry { @ = count(); trace(arg0); }" $small
echo "memory consumer $consumer"
consumer "$probe:entry { @ = count(); trace(arg0); }"
echo "memory consumer-usual $consumer"
memory_of_probes
[ -z "$isa_jump_share" ] || [ "$(nproc)" != 1 ] || memory_of_jumps
unload
rmmod calls
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Kernel modules come and go while all functions, theirs included, are traced; and one goes and comes many times under one consumer.
# @@workload
# @@limit 900
. /job/lib.sh
. /job/stress.sh

loaded()
{
	grep -q "^$1 " /proc/modules
}

# modprobe -r also tries to take what a module needed, which others may still use: what counts is that the module is gone
remove()
{
	modprobe -r "$1" 2>/dev/null
	! loaded "$1" || not_ok "$1 could be removed"
}

free_memory()
{
	awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo
}

cycles=100
[ "$stress_seconds" -ge 120 ] || cycles=20 # the short form
selfcheck_expect
stress_load
text_setup
text_save before
program=$all_entries
! isa_can returns-of-all || program=$(everything)

# all of them, with all that can be armed
come_and_go()
{
	local name
	armed_start "$program"
	stress_jumps
	for name in ext4 xfs nf_tables loop dummy; do
		modprobe $name || not_ok "modprobe $name while everything is armed"
	done
	for name in dummy loop nf_tables xfs ext4; do
		remove $name
	done
	armed_stop
	text_same "after modules came and went" before
}

# records of functions that are gone when they are read
records()
{
	local i
	modprobe dummy
	armed_start 'fbt:dummy::entry { printf("%s %s\n", probemod, probefunc); @[probefunc] = count(); } END { printf("the end\n"); }'
	for i in 1 2 3 4 5; do
		remove dummy
		modprobe dummy numdummies=1
	done
	remove dummy
	check "dtrace goes on" kill -0 $armed_pid
	armed_stop
	check "no complaint" test ! -s /tmp/armed.err
	at_least "records of a module that went and came" "$(grep -c '^dummy dummy_setup$' /tmp/armed.out)" 5
	check "the aggregation has its name" grep -q '^ *dummy_setup  *5$' /tmp/armed.out
	check "END fired" grep -q '^the end$' /tmp/armed.out
}

# many times under one consumer, with all of its functions traced: memory does not grow with it
many_times()
{
	local i first last enablings
	modprobe dummy
	# small buffers: their second halves are made meanwhile
	armed_start 'fbt:dummy::entry, fbt:dummy::return { @[probefunc, probename] = count(); }' -b 64k -x aggsize=64k
	remove dummy
	for i in 1 2 3 4 5; do
		modprobe dummy numdummies=1
		remove dummy
	done
	first=$(free_memory)
	enablings=$(grep '^consumer' /proc/dtrace/stats)
	for i in $(seq $cycles); do
		modprobe dummy numdummies=1
		remove dummy
	done
	last=$(free_memory)
	check "the same ECBs after $cycles times: $enablings" test "$(grep '^consumer' /proc/dtrace/stats)" = "$enablings"
	echo "free memory: $first KiB, after $cycles times $last KiB"
	check "memory is not eaten" test $((first - last)) -lt 4096
	armed_stop
	check "every time was seen" grep -q "dummy_setup  *entry  *$((cycles + 5))$" /tmp/armed.out
}

# one with thousands of functions
large()
{
	modprobe ext4
	armed_start 'fbt:ext4::entry, fbt:ext4::return { @ = count(); }'
	remove ext4
	modprobe ext4
	armed_stop
	remove ext4
}

while stress_going; do
	come_and_go
	records
	many_times
	large
	selfcheck_same "round $stress_rounds"
	text_same "round $stress_rounds" before
done
stress_unload
stress_finish

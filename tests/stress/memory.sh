# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Tracing on a machine with little memory: everything is armed, or refused in words; what fits goes on; nothing is killed for memory.
# Run it with 128 to 256 MiB, on i386 from 96 on.
# @@mem 128
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
selfcheck_expect
stress_load
free
program=$(everything)

# what is available, without what the kernel only calls reclaimable: the names and inodes of a root in memory are not
free_kib()
{
	awk '$1 == "MemAvailable:" { kib += $2 } $1 == "SReclaimable:" { kib -= $2 } END { print kib }' /proc/meminfo
}

# the root lets files have half of the memory only
mkdir -p /tmp/press
mount -t tmpfs -o size=100% press /tmp/press || not_ok "mount -t tmpfs"

# press KIB: files in memory take all but that much
press()
{
	local size=$((($(free_kib) - $1) / 1024))
	rm -f /tmp/press/file
	[ $size -le 0 ] || dd if=/dev/zero of=/tmp/press/file bs=1M count=$size 2>/dev/null
}

# attempt WHAT ARG...: status 0, or a refusal in words; nothing else
attempt()
{
	local what=$1
	shift
	trace 200 -q "$@"
	case $trace_status in
	0) echo "$what: traced, $(free_kib) KiB free" ;;
	1)
		if grep -Eiq 'memory|buffer' /tmp/err; then
			echo "$what: refused with $(free_kib) KiB free: $(grep -Eio '[^:]*(memory|buffer).*' /tmp/err | head -n 1)"
		else
			not_ok "$what: ends without the reason"
			show /tmp/err
		fi
		;;
	*) not_ok "$what: status $trace_status" && show /tmp/err ;;
	esac
}

# what needs little is traced again, as soon as the kernel has back what others had
fine()
{
	trace 60 -b 16k -x aggsize=64k -x dynvarsize=64k -q -n 'fbt::vfs_*: { @ = count(); } tick-100ms { printf("fine\n"); exit(0); }'
	grep -q fine /tmp/out
}

while stress_going; do
	check "what an ordinary program needs is there" fine
	attempt "everything" -b 128k -n "$program tick-1s { exit(0); }"
	check "... and again after everything" wait_until 10 fine
	selfcheck_same "after everything was armed"
	for left in 24000 12000 8000; do
		press $left
		attempt "everything with $left KiB left" -b 128k -n "$program tick-300ms { exit(0); }"
		attempt "a little with $left KiB left" -b 64k -x dynvarsize=64k -n 'fbt::vfs_*: { @[probefunc] = count(); } tick-300ms { exit(0); }'
		attempt "large buffers with $left KiB left" -b 64m -n 'BEGIN { exit(0); }'
		rm -f /tmp/press/file
	done
	press 7000 # less than the module leaves
	check "the counters can be read with $(free_kib) KiB free" grep -q '^trap ' /proc/dtrace/stats
	rm -f /tmp/press/file
	# memory comes and goes while everything is armed: a third of it, arming may take the rest meanwhile
	trace 200 -b 128k -q -n "$program tick-2s { exit(0); }" &
	tracing=$!
	for i in 1 2 3; do
		press $(($(free_kib) * 2 / 3))
		rm -f /tmp/press/file
	done
	wait $tracing
	check "with memory again it works" wait_until 30 fine
	selfcheck_same "in the end"
done
umount /tmp/press
stress_unload
stress_finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For the scripts that run in a guest (busybox sh): sourced as `. /job/lib.sh`. A script ends with `finish`.
# ISA and KERNEL say where it runs, isa_NAME (isa_guest_NAME in toolchains/lib/isa.sh) and isa_can what is there. toolchains/vm-run explains
# the directives in a script's header.
test_failures=0
[ ! -e /job/isa ] || . /job/isa

# isa_can WORD: whether this CPU, or its emulator, has that
isa_can()
{
	case " $isa_can " in *" $1 "*) return 0 ;; esac
	return 1
}

ok()
{
	echo "ok: $*"
}

not_ok()
{
	echo "NOT OK: $*"
	test_failures=$((test_failures + 1))
}

# check WHAT command...: the command must succeed; of one that compares, what it compared is said when it fails
check()
{
	local what=$1
	shift
	if "$@"; then
		ok "$what"
	elif [ "$1" = test ]; then
		not_ok "$what ($*)"
	else
		not_ok "$what"
	fi
}

# at_least WHAT NUMBER LEAST
at_least()
{
	if [ "${2:-0}" -ge "$3" ]; then ok "$1: $2"; else not_ok "$1: ${2:-nothing}, wanted at least $3"; fi
}

# sorted_by FIELD FILE: its numbers never get smaller
sorted_by()
{
	awk -v field="$1" '$field + 0 < last { exit 1 } { last = $field + 0 }' "$2"
}

show()
{
	head -n "${2:-40}" "$1" | sed 's/^/    | /'
}

finish()
{
	if [ "$test_failures" -gt 0 ]; then
		echo "$test_failures check(s) failed"
		exit 1
	fi
	exit 0
}

skip()
{
	echo "skipped: $*"
	exit 77
}

# wait_until SECONDS command...: polls ten times a second
wait_until()
{
	local wait_left=$(($1 * 10)) # a name of its own: what it calls sees it
	shift
	until "$@"; do
		wait_left=$((wait_left - 1))
		[ $wait_left -gt 0 ] || return 1
		usleep 100000
	done
}

busy_ticks()
{
	awk '$1 == "cpu" { print $2 + $3 + $4 + $7 + $8 }' /proc/stat
}

# idle: whether the machine does next to nothing for half a second. After its boot a kernel tries its ciphers, for many seconds
idle()
{
	local busy
	busy=$(busy_ticks)
	usleep 500000
	[ $(($(busy_ticks) - busy)) -le 5 ]
}

# load [PARAMETER=VALUE]...: after those that the run was started with; a kernel does not refuse those that it does not know
load()
{
	local option
	# shellcheck disable=SC2086
	insmod /dtrace.ko ${JOB_MODULE_OPTIONS:-} "$@" || { not_ok "insmod dtrace.ko"; finish; }
	for option in ${JOB_MODULE_OPTIONS:-}; do
		[ -e "/sys/module/dtrace/parameters/${option%%=*}" ] || not_ok "dtrace.ko has the parameter ${option%%=*}"
	done
	wait_until 5 test -e /dev/dtrace/dtrace || { not_ok "/dev/dtrace/dtrace appears"; finish; }
}

# stats_number LINE NAME: the number after NAME in that line of /proc/dtrace/stats
stats_number()
{
	awk -v line="$1" -v name="$2" '$1 == line { for (i = 1; i < NF; i++) if ($i == name) print $(i + 1) }' /proc/dtrace/stats
}

# most_jumps: whether the sites that can be jumps are jumps, but for the last ones
most_jumps()
{
	awk '$1 == "kinds" { most = $5 > 4 * $3 } END { exit !most }' /proc/dtrace/stats
}

unload()
{
	check "rmmod dtrace" rmmod dtrace
}

# disk_up: a file system on a disk in memory: /mnt on /dev/loop0
disk_up()
{
	modprobe loop
	modprobe ext4
	dd if=/dev/zero of=/tmp/disk bs=1M count=16 2>/dev/null
	losetup /dev/loop0 /tmp/disk
	mke2fs -b 4096 -F /dev/loop0 >/dev/null 2>&1
	mkdir -p /mnt
	mount -t ext4 /dev/loop0 /mnt || not_ok "a file system on /dev/loop0"
}

# partition_up: the same on the disk's only partition, 22 MB: /mnt on /dev/loop0p1
partition_up()
{
	modprobe loop max_part=8
	modprobe ext4
	dd if=/dev/zero of=/tmp/disk bs=1M count=24 2>/dev/null
	# its row in the table: Linux (0x83), from sector 2048, 45056 of them; the table's mark
	printf '\0\0\0\0\203\0\0\0\0\010\0\0\0\260\0\0' | dd of=/tmp/disk bs=1 seek=446 conv=notrunc 2>/dev/null
	printf '\125\252' | dd of=/tmp/disk bs=1 seek=510 conv=notrunc 2>/dev/null
	losetup /dev/loop0 /tmp/disk && blockdev --rereadpt /dev/loop0
	[ -e /dev/loop0p1 ] || mknod /dev/loop0p1 b $(tr : ' ' </sys/block/loop0/loop0p1/dev)
	mke2fs -b 4096 -F /dev/loop0p1 >/dev/null 2>&1
	mkdir -p /mnt
	mount -t ext4 /dev/loop0p1 /mnt || not_ok "a file system on a partition"
}

disk_down()
{
	umount /mnt
	losetup -d /dev/loop0
}

workload_start()
{
	sh /job/workload </dev/null >/dev/null 2>&1 &
	workload_pid=$!
}

workload_stop()
{
	kill "$workload_pid"
	wait "$workload_pid" 2>/dev/null
}

# trace LIMIT ARG...: dtrace with output in /tmp/out and /tmp/err; more than LIMIT seconds is a failure
trace()
{
	local limit=$1
	shift
	timeout "$limit" dtrace "$@" >/tmp/out 2>/tmp/err </dev/null
	trace_status=$?
}

# trace_ok LIMIT ARG...: the same, and the status must be 0
trace_ok()
{
	trace "$@"
	if [ "$trace_status" != 0 ]; then
		not_ok "dtrace exit status $trace_status"
		show /tmp/err
		show /tmp/out
	fi
}

# matched: how many probes dtrace says it matched
matched()
{
	sed -n 's/.*matched \([0-9]*\) probe.*/\1/p' "${1:-/tmp/err}" | head -n 1
}

armed_or_dead()
{
	grep -q armed /tmp/armed.out || ! kill -0 "$armed_pid" 2>/dev/null
}

# armed_start PROGRAM [OPTION]...: dtrace in the background; returns when its BEGIN has fired, all its probes are armed then
armed_start()
{
	: >/tmp/armed.out
	# -q keeps BEGIN's line alone; the file grows as soon as the consumer wakes up
	armed_program=$1
	shift
	dtrace -q -n "BEGIN { printf(\"armed\\n\"); } $armed_program" "$@" >/tmp/armed.out 2>/tmp/armed.err </dev/null &
	armed_pid=$!
	wait_until 120 armed_or_dead
	if ! grep -q armed /tmp/armed.out; then
		not_ok "tracing '$armed_program' did not begin"
		show /tmp/armed.err
		kill -9 "$armed_pid" 2>/dev/null
		finish
	fi
}

# armed_stop: ends it in the ordinary way (by SIGTERM: a shell's background jobs ignore SIGINT)
armed_stop()
{
	kill -TERM "$armed_pid"
	wait "$armed_pid"
	armed_status=$?
	[ "$armed_status" = 0 ] || { not_ok "dtrace ended by SIGTERM: status $armed_status"; show /tmp/armed.err; }
}

# armed_counted FUNCTION COUNT: what a probe that counts by probefunc has printed
armed_counted() { check "we have counted each call of $1: $2" grep -Eqx " *$1 +$2" /tmp/armed.out; }

# nothing_left: no process is traced any more
nothing_left() { grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid; }

# program_start PROGRAM ARG...: in the background; returns when it has said `ready`. It reads lines: program_line, program_end. Sets
# program_pid, program_in (its input, open as 5) and program_out (a file with what it says).
programs=0
program_start()
{
	programs=$((programs + 1))
	program_in=/tmp/program.in.$programs program_out=/tmp/program.out.$programs
	rm -f "$program_in"
	mkfifo "$program_in"
	"$@" <"$program_in" >"$program_out" 2>&1 &
	program_pid=$!
	exec 5>"$program_in"
	program_answers ready
}

# program_answers WORD: waits until it has said that
program_answers()
{
	wait_until 300 grep -q "$1" "$program_out" || { not_ok "the program says $1"; show "$program_out"; }
}

# program_line WORD: it gets a line, and answers by WORD
program_line()
{
	echo go >&5
	program_answers "$1"
}

# program_end [WHAT]: its last line; it must end well
program_end()
{
	local status
	echo end >&5
	exec 5>&-
	wait "$program_pid"
	status=$?
	check "${1:+$1: }the program's status is 0: $status" test "$status" = 0
	[ "$status" = 0 ] || show "$program_out"
}

# turns_begin ANSWER PROGRAM ARG...: program_start of a program that does the same work for each line, and then says ANSWER
turns_begin()
{
	turns=0 turn_says=$1
	shift
	program_start "$@"
}

# turn WHAT: the program does its work once, with the right answer
turn()
{
	turns=$((turns + 1))
	echo go >&5
	check "$1: the program does its work" wait_until 60 turn_ended
}
turn_ended() { test "$(grep -cx "$turn_says" "$program_out")" = $turns; }

all_entries='fbt:::entry { @ = count(); }'

# Where text is read, where it is chosen what to read, and where copies are kept (a test of these functions names others).
: "${text_device:=/proc/textdump}" "${text_parameters:=/sys/module/textdump/parameters}" "${text_folder:=/tmp}"

# text_setup MODULE...: what text_save and text_compare look at: the kernel's text, and that of the modules
text_setup()
{
	local name first last
	[ -e "$text_device" ] || insmod /textdump.ko || { not_ok "insmod textdump.ko"; finish; }
	grep -E ' _(stext|etext)$' /proc/kallsyms >/tmp/kernel.bounds
	text_ranges="kernel:$(awk '$3 == "_stext" { print $1 }' /tmp/kernel.bounds):$(awk '$3 == "_etext" { print $1 }' /tmp/kernel.bounds)"
	for name; do
		grep -E "^[0-9a-f]+ [tT] .*\[$name\]" /proc/kallsyms | cut -d' ' -f1 | sort >/tmp/module.bounds
		first=$(head -n 1 /tmp/module.bounds)
		last=$(tail -n 1 /tmp/module.bounds)
		[ -n "$first" ] || { not_ok "text of the module $name"; continue; }
		text_ranges="$text_ranges $name:$first:$last"
	done
}

# text_length RANGE: its bytes, as unsigned decimal text whatever the shell's idea of signs: the difference is small and exact
text_length()
{
	local bounds=${1#*:}
	echo $((0x${bounds#*:} - 0x${bounds%:*}))
}

text_select()
{
	local bounds=${1#*:}
	echo "0x${bounds%:*}" >"$text_parameters/start"
	echo "$(text_length "$1")" >"$text_parameters/length"
}

# text_copy NAME RANGE: the file with the copy
text_copy()
{
	echo "$text_folder/text.$1.${2%%:*}"
}

# text_usable FILE RANGE: the copy holds every byte of the range, and is not what memory that cannot be read looks like (zeros)
text_usable()
{
	local length
	length=$(text_length "$2")
	[ "$length" -gt 0 ] && [ -r "$1" ] && [ "$(wc -c <"$1")" = "$length" ] && [ -n "$(tr -d '\000' <"$1" | head -c 1 | od -An -tx1)" ]
}

# text_save NAME: keeps a copy of all ranges
text_save()
{
	local range copy
	[ -n "${text_ranges:-}" ] || not_ok "there is no text to keep a copy of"
	for range in ${text_ranges:-}; do
		copy=$(text_copy "$1" "$range")
		text_select "$range"
		cat "$text_device" >"$copy"
		text_usable "$copy" "$range" || not_ok "the text of ${range%%:*} cannot be copied"
	done
}

# text_changed NAME: prints how many bytes differ from the copy
text_changed()
{
	local range total=0 count
	for range in $text_ranges; do
		text_select "$range"
		count=$(cmp -l "$text_device" "$(text_copy "$1" "$range")" | wc -l)
		total=$((total + count))
	done
	echo "$total"
}

# text_differences COPY: `cmp -l` of the text now and the copy, without the kernel's own jump labels: a NOP of two or five bytes on one side, a
# jump on the other (a key of the kernel's may be switched at any time). What cmp complains of is in text.error.
text_differences()
{
	cmp -l "$text_device" "$1" 2>"$text_folder/text.error" | awk '
		function label(a, b) { return a == 353 && (b == 146 || b == 211) ? 1 : a == 351 && (b == 17 || b == 76) ? 4 : 0 }
		$1 <= skip { next }
		{
			length_of = label($2, $3) + label($3, $2)
			if (length_of) { skip = $1 + length_of; next }
			print
		}'
}

# text_range_same RANGE COPY: every byte of the range is as in the copy; prints why not, or the first that are not
text_range_same()
{
	local offset now before differences=$text_folder/text.differences
	text_usable "$2" "$1" || { echo "    | ${1%%:*}: no whole copy"; return 1; }
	text_select "$1"
	cmp -s "$text_device" "$2" && return
	text_differences "$2" >"$differences"
	if [ -s "$text_folder/text.error" ]; then
		sed "s/^/    | ${1%%:*}: /" "$text_folder/text.error"
		return 1
	fi
	[ -s "$differences" ] || return 0
	head -n 12 "$differences" | while read -r offset now before; do
		printf '    | %s+%d is %s was %s (octal), at %x\n' "${1%%:*}" $((offset - 1)) "$now" "$before" \
			$((0x$(echo "$1" | cut -d: -f2) + offset - 1))
	done
	return 1
}

# text_same WHAT NAME: every byte of every range must be as in the copy; shows the first that are not. Without a range, or without a
# whole copy of each, nothing was compared: that is a failure.
text_same()
{
	local range bad=
	[ -n "${text_ranges:-}" ] || { echo "    | no range of text"; bad=yes; }
	for range in ${text_ranges:-}; do
		text_range_same "$range" "$(text_copy "$2" "$range")" || bad=yes
	done
	if [ -z "$bad" ]; then ok "$1: text is byte for byte the same"; else not_ok "$1: text differs"; fi
}

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Every instruction of the kernel that can be a site is armed once, as many at a time as the provider makes: the functions by the first letters of
# their names. Each time work goes on, text is compared afterwards and the self-check prints the same as before. A fourth argument: only functions
# that begin with one of these (`s`, `'t u v'`).
# Where the emulator gets little of its machine, what all of `s` does in a tick of the timer takes most of the time between two of them, and little
# else goes on: with `--icount --smp 1` the guest's time is the count of its instructions.
# @@mem 1280
# @@limit 3600
# @@workload
. /job/lib.sh
. /job/stress.sh
letters='a b c d e f g h i j k l m n o p q r s t u v w x y z _ 0 1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N O P Q R S T U V W X Y Z .'
sites=0
most=0
unseen=0

ready_or_dead()
{
	[ -s /tmp/every.out ] || ! kill -0 "$every_pid" 2>/dev/null
}

# armed_now: the sites of instr
armed_now()
{
	sed -n 's/^sites \([0-9]*\) .*/\1/p' /proc/dtrace/instr
}

# every PREFIX: all functions whose names begin with it
every()
{
	local count letter
	[ "$test_failures" = 0 ] || return
	: >/tmp/every.out
	dtrace -q -n "BEGIN { printf(\"armed\\n\"); } instr::$1*: { @ = count(); }" >/tmp/every.out 2>/tmp/every.err </dev/null &
	every_pid=$!
	wait_until 300 ready_or_dead || { not_ok "$1: neither armed nor refused"; finish; }
	if [ ! -s /tmp/every.out ]; then
		wait $every_pid
		if grep -q 'too-many-probes' /tmp/every.err; then
			for letter in $letters; do
				every "$1$letter"
			done
		elif ! grep -q 'does not match any probes' /tmp/every.err; then
			not_ok "$1: dtrace ended"
			show /tmp/every.err
		fi
		return
	fi
	count=$(armed_now)
	case $count in '' | *[!0-9]*) not_ok "$1: /proc/dtrace/instr cannot be read, or does not say how many sites there are"; finish ;; esac
	selfcheck_same "with $count sites armed: $1"
	kill -TERM $every_pid
	wait $every_pid || { not_ok "$1: status $?"; show /tmp/every.err; }
	echo "$1: $count sites, $(sed -n 's/^ *\([0-9][0-9]*\)$/\1/p' /tmp/every.out) firings, at $(cut -d' ' -f1 /proc/uptime) s"
	sites=$((sites + count))
	[ "$count" -le $most ] || most=$count
	text_same "$1" before
}

selfcheck_expect
stress_load
text_setup
text_save before
stress_rounds=1
for letter in ${4:-$letters}; do
	every "$letter"
done
echo "every: $sites sites, at most $most at a time"
at_least "sites" $sites 1000
stress_unload
stress_finish

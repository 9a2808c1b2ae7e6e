# SPDX-License-Identifier: MIT OR GPL-2.0-only
# plockstat.sh - locks of a program that acquires, releases and waits for them a known number of times (helper `locker`): each probe of
# plockstat's provider, by lock and argument; how long waits took; what plockstat(1) prints about it. With the argument 32: of a 32-bit program
# (locker32) under a 64-bit kernel.
# @@smp 2
# @@limit 600
. /job/lib.sh
locker=locker$1
[ -e "/bin/$locker" ] || skip "no 32-bit programs for this kernel"
load
rounds=10 ms=20

# waited_for WHAT NS MOST: the holders' time at least, and what the program says at most: it looks at the clock before it calls and after that
waited_for()
{
	local least=$((rounds * ms * 1000000))
	check "$1: $2 ns, $least at least, $3 at most" test "${2:-0}" -ge "$least" -a "${2:-0}" -le "$3"
}

# fired WANTED LOCK PROBE [ARG [ARG]]: so often
fired()
{
	local wanted=$1 lock=$2 probe=$3 first=${4:--} second=${5:--} got
	got=$(awk -v l="$program\`$lock" -v p="$probe" -v a="$first" -v b="$second" '$1 == l && $2 == p && $3 == a && $4 == b { n += $5 } END { print n + 0 }' /tmp/armed.out)
	check "$program: $lock: $probe ${4:-} ${5:-}: $got" test "$got" = "$wanted"
}

# What the program said: waited KIND, waits
said() { sed -n "s/^$1 //p" "$program_out"; }

# events PROGRAM SPINS [OPTION]: each probe, by lock and arguments; so often a thread spins before it waits for the adaptive lock
events()
{
	local spins=$2 unmatched=$3
	program=$1
	program_start "$program" $rounds $ms
	armed_start "plockstat$program_pid:::mutex-acquire, plockstat$program_pid:::mutex-release, plockstat$program_pid:::mutex-error,
		plockstat$program_pid:::mutex-blocked, plockstat$program_pid:::mutex-spun,
		plockstat$program_pid:::rw-acquire, plockstat$program_pid:::rw-release, plockstat$program_pid:::rw-block { @one[usym(arg0), probename, arg1] = count(); }
		plockstat$program_pid:::mutex-block, plockstat$program_pid:::mutex-spin { @none[usym(arg0), probename] = count(); }
		plockstat$program_pid:::rw-blocked, plockstat$program_pid:::rw-error { @two[usym(arg0), probename, arg1, arg2] = count(); }
		plockstat$program_pid:::mutex-block, plockstat$program_pid:::rw-block { self->at[arg0] = timestamp; }
		plockstat$program_pid:::mutex-blocked, plockstat$program_pid:::rw-blocked /self->at[arg0]/
			{ @ns[usym(arg0), probename == \"rw-blocked\" ? arg1 : -1] = sum(timestamp - self->at[arg0]); self->at[arg0] = 0; }
		plockstat$program_pid:::mutex-spin { self->spins[arg0] = timestamp; }
		plockstat$program_pid:::mutex-spun /self->spins[arg0]/ { @ns[usym(arg0), -2] = sum(timestamp - self->spins[arg0]); self->spins[arg0] = 0; }
		END { printa(\"%A %s - - %@d\n\", @none); printa(\"%A %s %d - %@d\n\", @one); printa(\"%A %s %d %d %@d\n\", @two); printa(\"ns %A %d %@d\n\", @ns); }" $unmatched
	cat /proc/dtrace/pid
	program_line 'done'
	cp /proc/dtrace/pid /tmp/report
	armed_stop
	show "$program_out"
	show /tmp/armed.out 60
	show /tmp/armed.err
	fired $((10 * rounds + 1)) plain mutex-acquire 0
	fired $((10 * rounds + 1)) plain mutex-release 0
	fired 0 plain mutex-block
	fired $rounds recursive mutex-acquire 0
	fired $((2 * rounds)) recursive mutex-acquire 1
	fired $rounds recursive mutex-release 0
	fired $((2 * rounds)) recursive mutex-release 1
	for lock in contended adaptive; do
		fired $((2 * rounds)) $lock mutex-acquire 0
		fired $((2 * rounds)) $lock mutex-release 0
		fired $rounds $lock mutex-block
		fired $rounds $lock mutex-blocked 1
		fired 0 $lock mutex-blocked 0
		# of the adaptive one, spinning included
		waited_for "$program: $lock: ns" "$(awk -v l="$program\`$lock" '$1 == "ns" && $2 == l { n += $4 } END { print n }' /tmp/armed.out)" "$(said "waited $lock")"
	done
	fired 0 contended mutex-spin
	fired "$spins" adaptive mutex-spin
	fired "$spins" adaptive mutex-spun 0
	fired $rounds late mutex-acquire 0
	fired $rounds late mutex-release 0
	fired $rounds late mutex-block
	fired $rounds late mutex-blocked 0
	fired 0 late mutex-error 110
	fired $rounds strict mutex-acquire 0
	fired $rounds strict mutex-release 0
	fired $rounds strict mutex-error 35
	fired $rounds strict mutex-error 1
	fired 0 plain mutex-error 16
	fired $((3 * rounds)) table rw-acquire 0
	fired $((3 * rounds)) table rw-acquire 1
	fired $((3 * rounds)) table rw-release 0
	fired $((3 * rounds)) table rw-release 1
	fired $rounds table rw-block 0
	fired $rounds table rw-block 1
	fired $rounds table rw-blocked 0 1
	fired $rounds table rw-blocked 1 1
	waited_for "$program: readers: ns" "$(awk -v l="$program\`table" '$1 == "ns" && $2 == l && $3 == 0 { print $4 }' /tmp/armed.out)" "$(said 'waited read')"
	waited_for "$program: writers: ns" "$(awk -v l="$program\`table" '$1 == "ns" && $2 == l && $3 == 1 { print $4 }' /tmp/armed.out)" "$(said 'waited write')"
	fired $((4 * rounds + $(said waits))) guarded mutex-acquire 0
	fired $((4 * rounds + $(said waits))) guarded mutex-release 0
	check "$program: no call was lost" grep -q "^locks process $program_pid functions [1-9][0-9]* calls 0 lost 0 unread 0$" /tmp/report
	program_end "$program"
	check "$program: nothing is left" grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
}

events $locker $rounds
# another C library: its locks are laid out differently, its functions are made of others, and it has no adaptive locks
[ ! -e /bin/locker-musl ] || events locker-musl 0 -Z

# ---- the command
# table OPTION...: of the program, into /tmp/table
table()
{
	plockstat "$@" </dev/null >/tmp/table 2>/tmp/err
	check "plockstat $*: status" test $? = 0
	show /tmp/table 80
	show /tmp/err
}
# section TITLE: its lines
section() { awk -v t="$1" '$0 == t { in_it = 1; next } in_it && /^(Mutex|R\/W) / { exit } in_it' /tmp/table; }
# row SECTION COUNT LOCK CALLER [NS]: is there, NS on average
row()
{
	local ns
	ns=$(section "$1" | sed -En "s/^ *$2 +([0-9]+) $locker\`$3 +$locker\`$4\\+0x[0-9a-f]+\$/\\1/p")
	check "$1: $3, $2 times, by $4" test -n "$ns"
	[ -z "$5" ] || at_least "$1: $3: ns" "${ns:-0}" "$5"
}

table -A -v $locker $rounds $ms
check "it says when it begins" grep -Eq '^plockstat: tracing enabled for pid [0-9]+$' /tmp/err
check "it says how the process ended" grep -Eq '^plockstat: pid [0-9]+ has exited$' /tmp/err
check "nothing else" test "$(wc -l </tmp/err)" = 2
check "the tables, in their order" test "$(grep -E '^(Mutex|R/W) ' /tmp/table | tr '\n' ,)" = \
	'Mutex hold,Mutex block,Mutex unsuccessful spin,R/W reader hold,R/W writer hold,R/W reader block,R/W writer block,'
check "the legend" test "$(grep -c '^Count     nsec Lock                         Caller$' /tmp/table)" = 7
row 'Mutex hold' $((10 * rounds)) plain locker_plain
row 'Mutex hold' $rounds recursive locker_recursive
row 'Mutex hold' $rounds contended locker_contended $((ms * 1000000))
row 'Mutex block' $rounds contended other_thread $((ms * 1000000))
row 'Mutex block' $rounds adaptive other_thread $((ms * 1000000))
# a thread spins in the middle of the function
! isa_can c-library-frames || row 'Mutex unsuccessful spin' $rounds adaptive '[a-z_]+'
row 'R/W reader hold' $rounds table locker_table
row 'R/W writer hold' $rounds table locker_table
row 'R/W reader block' $rounds table other_thread $((ms * 1000000))
row 'R/W writer block' $rounds table other_thread $((ms * 1000000))
check "the longest first" sh -c "awk '/^Mutex block/ { f = 1; next } /^Mutex uns/ { f = 0 } f && \$1 + 0 > 0 { print \$2 }' /tmp/table | sort -rnc"
waited_for "the average, $rounds times" "$(section 'Mutex block' | awk -v n=$rounds '/contended/ { print $2 * n }')" "$(sed -n 's/^waited contended //p' /tmp/table)"

table $locker $rounds $ms
check "waits only" test "$(grep -E '^(Mutex|R/W) ' /tmp/table | tr '\n' ,)" = 'Mutex block,Mutex unsuccessful spin,R/W reader block,R/W writer block,'
table -H -n 1 $locker $rounds $ms
check "holds only, one of each" test "$(grep -Ec '^ *[0-9]+ +[0-9]+ [a-z]' /tmp/table)" = 3
table -s 6 -n 2 $locker $rounds $ms
check "a distribution" grep -Eq '^      nsec ---- Time Distribution --- count Stack$' /tmp/table
check "its bars, and the stack" grep -Eq "^ +[0-9]+ \|@{20,24} *\| +[0-9]+ $locker\`" /tmp/table
check "the stack has the thread" sh -c "section() { sed -n '/^R.W writer block/,\$p' /tmp/table; }; section | grep -q '$locker.other_thread+0x'"
table -V -e 1
check "the program" test "$(head -n 1 /tmp/table)" = 'vvvv D program vvvv'
check "the program's end" grep -q '^\^\^\^\^ D program \^\^\^\^$' /tmp/table

# a process that runs, for some time
program_start $locker $rounds 200
table -A -e 3 -p "$program_pid"
program_line 'done'
program_end "after plockstat -p"
check "nothing is left" grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
unload
finish

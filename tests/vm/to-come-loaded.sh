# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs of Debian that load libraries while they run, and that begin after dtrace: what a library executes first of all, the function by
# which Perl starts a module that it has just loaded, is counted each time; Python's own probes in processes to come are as many as in one
# that is traced by its number.
# @@limit 900
# @@mem 1024
# @@programs perl-base python3-minimal
. /job/lib.sh
load
mkdir -p /tmp/work
perl=$(ls /usr/bin/perl | head -n 1)
python=$(ls /usr/bin/python3.* | head -n 1)
count_of() { sed -n "s/^$1 //p" "$2"; }

"$perl" -e 'use POSIX; print POSIX::floor(2.5), "\n"' >/tmp/work/plain || not_ok "perl"

# one that is traced, several times: polling would see it by luck only
for turn in 1 2 3 4 5; do
	trace_ok 120 -q -Z -c "$perl -e 'use POSIX; print POSIX::floor(2.5), \"\\n\"'" \
		-n 'pid$target:POSIX.so:boot_POSIX:entry { @ = count(); } END { printa("\nboots %@d\n", @); }'
	check "$turn: the first call in a library that was loaded just now" test "$(count_of boots /tmp/out)" = 1
	check "$turn: perl prints what it prints" grep -qx 2 /tmp/out
done

# those to come
armed_start 'pid*:POSIX.so:boot_POSIX:entry { @posix = count(); } pid*:Fcntl.so:boot_Fcntl:entry { @fcntl = count(); }
	END { printa("posix %@d\n", @posix); printa("fcntl %@d\n", @fcntl); }'
for turn in $(seq 20); do "$perl" -e 'use POSIX; print POSIX::floor(2.5), "\n"'; done >/tmp/work/all
armed_stop
show /tmp/armed.err
check "twenty of them, from their first call on" test "$(count_of posix /tmp/armed.out) $(count_of fcntl /tmp/armed.out)" = "20 20"
check "nothing was lost" test ! -s /tmp/armed.err
check "they print what they print" test "$(grep -cx 2 /tmp/work/all)" = 20

# Python: collections of the oldest generation, which it does not begin by itself in so short a program
echo "import gc
gc.disable()
for turn in range(10):
    gc.collect()" >/tmp/work/collect.py
trace_ok 120 -q -c "$python /tmp/work/collect.py" -n 'python$target:::gc-start / arg0 == 2 / { @ = count(); } END { printa("one %@d\n", @); }'
one=$(count_of one /tmp/out)
at_least "collections of one" "$one" 10
armed_start 'python*:::gc-start / arg0 == 2 / { @ = count(); @names[probeprov] = count(); } END { printa("all %@d\n", @); printa("name %s %@d\n", @names); }'
for turn in 1 2 3 4 5; do "$python" /tmp/work/collect.py || not_ok "python"; done
armed_stop
show /tmp/armed.err
check "five to come" test "$(count_of all /tmp/armed.out)" = $((one * 5))
check "each under its number" test "$(grep -c "^name python[0-9]* $one\$" /tmp/armed.out)" = 5
grep '^watches' /proc/dtrace/stats
unload
finish

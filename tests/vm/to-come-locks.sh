# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Locks of processes that do not exist yet (plockstat*): each acquisition and release of two programs (helper `locker`) that begin while dtrace
# traces is counted, by lock, from the first one on; and so are those of one that runs already.
# @@smp 2
# @@limit 600
. /job/lib.sh
load
rounds=10

program_start locker $rounds 5
armed_start 'plockstat*:::*-acquire, plockstat*:::*-release, plockstat*:::mutex-error, plockstat*:::mutex-block /execname == "locker"/
	{ @[pid, usym(arg0), probename] = count(); } END { printa("%d %A %s %@d\n", @); }' -x pidwait=10s
for i in 1 2; do locker $rounds 5 </dev/null >/tmp/said$i || not_ok "locker"; done
program_line 'done'
program_end "one that was there"
wait_until 20 grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
show /proc/dtrace/pid
armed_stop
show /tmp/armed.out 40
check "nothing was lost" test ! -s /tmp/armed.err
# each COUNT LOCK PROBE: of all three programs
each() { check "each has $1 of $2 $3" test "$(awk -v l="locker\`$2" -v p="$3" -v n="$1" '$2 == l && $3 == p && $4 == n' /tmp/armed.out | wc -l)" = 3; }
each $((10 * rounds + 1)) plain mutex-acquire
each $((10 * rounds + 1)) plain mutex-release
each $((3 * rounds)) recursive mutex-acquire
each $((3 * rounds)) recursive mutex-release
each $((2 * rounds)) contended mutex-acquire
each $rounds contended mutex-block
each $((2 * rounds)) strict mutex-error

# by names that the probes do not have: a.out is locker
armed_start 'plockstat*:a.out:pthread_mutex_lock:mutex-a* /execname == "locker"/ { @[usym(arg0)] = count(); } END { printa("%A %@d\n", @); }' -x pidwait=10s
locker $rounds 5 </dev/null >/tmp/said || not_ok "locker"
armed_stop
check "by the module's short name" test "$(sed -n 's/^locker`plain //p' /tmp/armed.out)" = $((10 * rounds))
check "a function's own" test "$(sed -n 's/^locker`recursive //p' /tmp/armed.out)" = $((3 * rounds))
show /tmp/armed.out
unload
finish

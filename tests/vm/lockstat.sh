# SPDX-License-Identifier: MIT OR GPL-2.0-only
# lockstat.sh - waits for locks of a module whose threads contend for known times: how often and how long, for which lock and whose
# caller; how long locks are held; and what lockstat(1M) prints about them.
# @@smp 2
. /job/lib.sh
load
insmod /contend.ko || { not_ok "insmod contend.ko"; finish; }
cat /proc/dtrace/lockstat >/tmp/probes
show /tmp/probes 80

# offered NAME [FUNCTION]: this kernel has that probe; else there is a line with the reason
offered()
{
	grep -q "^probe lockstat:vmlinux:${2:-[^:]*}:$1 " /tmp/probes
}

# each published name is a probe, or says why not
for name in adaptive-acquire adaptive-acquire-error adaptive-block adaptive-release adaptive-spin rw-acquire rw-block rw-downgrade rw-release \
	rw-spin rw-upgrade spin-acquire spin-release spin-spin thread-spin; do
	if offered $name; then
		ok "$name"
	else
		reason=$(sed -n "s/^refused lockstat:vmlinux:[^:]*:$name [^ ]* //p" /tmp/probes | sort -u)
		check "$name is refused: $reason" test -n "$reason"
	fi
done

rounds=20
# near WHAT NUMBER WANTED: within 10 %
near()
{
	if awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b * 0.9 && a < b * 1.1) }'; then ok "$1: $2, of $3"; else not_ok "$1: $2, wanted $3"; fi
}

# contend KIND MS: waits and waited and held are what the module measured
contend()
{
	echo "$1 $rounds $2" >/sys/module/contend/parameters/run || not_ok "contend for $1"
	read -r waits waited held </sys/module/contend/parameters/result
	echo "$1: $waits waits, $waited ns, held for $held ns"
}

# address LOCK: of a lock of the module, as D text; named LOCK: as lockstat shows it. Some kernels do not keep the names of data (i386).
address()
{
	if grep -q " $1	\[contend\]" /proc/kallsyms; then echo "(uint64_t)&contend\`$1"; else sed -n "s/^$1 //p" /sys/module/contend/parameters/locks; fi
}
named()
{
	if grep -q " $1	\[contend\]" /proc/kallsyms; then echo "contend\`$1"; else sed -n "s/^$1 //p" /sys/module/contend/parameters/locks; fi
}

# wanted LOCK: as lockstat -l takes it, which needs no module before a name
wanted()
{
	if grep -q " $1	\[contend\]" /proc/kallsyms; then echo "$1"; else named "$1"; fi
}

# value NAME: what the D program printed for it
value()
{
	sed -n "s/^$1 //p" /tmp/armed.out
}

# waits KIND MS LOCK CALLER PROBE PREDICATE
waits()
{
	armed_start "lockstat:::$5 / arg0 == $(address "$3") $6 / { @n = count(); @t = sum(arg1); @c[func(caller)] = count(); @s[stack(2)] = count(); }
		END { printa(\"n %@d\n\", @n); printa(\"t %@d\n\", @t); printa(\"c %a %@d\n\", @c); printa(\"%k\", @s); }"
	contend "$1" "$2"
	armed_stop
	show /tmp/armed.out
	check "$1: $rounds times $5" test "$(value n)" = $rounds
	near "$1: ns of $5" "$(value t)" "$waited"
	check "$1: its caller" grep -qx "c contend\`$4 $rounds" /tmp/armed.out
	check "$1: its stack" grep -Eq "^ *contend\`$4\+" /tmp/armed.out
}

waits mutex 50 contend_mutex contend_mutex_waits adaptive-block
waits read 50 contend_rwsem contend_read_waits rw-block '&& arg2 == 1 && arg3 == 1 && arg4 == 0'
waits write 50 contend_rwsem contend_write_waits rw-block '&& arg2 == 0 && arg3 == 1 && arg4 == 0'
if offered spin-spin; then
	waits spin 20 contend_spin contend_spin_waits spin-spin
fi
check "none was lost" grep -qx 'waits lost 0' /proc/dtrace/lockstat

# ---- locks that are got and released: by the thread that waits and by the one that holds
# holds KIND MS LOCK ACQUIRE RELEASE
holds()
{
	armed_start "lockstat:::$4 / arg0 == $(address "$3") / { @a = count(); self->at = timestamp; @c[func(caller)] = count(); }
		lockstat:::$5 / arg0 == $(address "$3") && self->at / { @r = count(); @t = max(timestamp - self->at); @s = sum(timestamp - self->at); self->at = 0; }
		END { printa(\"a %@d\n\", @a); printa(\"r %@d\n\", @r); printa(\"s %@d\n\", @s); printa(\"c %a %@d\n\", @c); }"
	contend "$1" "$2"
	armed_stop
	show /tmp/armed.out
	check "$1: got $((2 * rounds)) times" test "$(value a)" = $((2 * rounds))
	check "$1: released as often" test "$(value r)" = $((2 * rounds))
	near "$1: ns held" "$(value s)" "$held"
	check "$1: got by the one that waits" grep -q "^c contend\`contend_$1_waits $rounds" /tmp/armed.out
}

if offered adaptive-acquire mutex_lock; then holds mutex 50 contend_mutex adaptive-acquire adaptive-release; fi
if offered rw-acquire down_read; then
	holds read 50 contend_rwsem rw-acquire rw-release
	holds write 50 contend_rwsem rw-acquire rw-release
fi
if offered spin-acquire _raw_spin_lock && offered spin-release _raw_spin_unlock; then holds spin 20 contend_spin spin-acquire spin-release; fi

# ---- the command
# table OPTION...: of the contention for a mutex, into /tmp/table
table()
{
	timeout 120 lockstat -o /tmp/table "$@" sh -c "echo mutex $rounds 50 >/sys/module/contend/parameters/run" 2>/tmp/err
	check "lockstat $*: status" test $? = 0
	show /tmp/table 60
	check "lockstat $*: no message" test ! -s /tmp/err
	show /tmp/err
	read -r waits waited held </sys/module/contend/parameters/result
}

table -e 1,32 -l "$(wanted contend_mutex)"
check "a line for the waits" grep -Eq "^Adaptive mutex block: $rounds events in [0-9.]+ seconds" /tmp/table
check "their row" grep -Eq "^ +$rounds 100% 100% 0\.00 +[0-9]+ $(named contend_mutex) +contend\`contend_mutex_waits\+0x" /tmp/table
near "its average" "$(awk '$1 == "Adaptive" { block = $3 == "block:" } block && /contend_mutex_waits/ { print $5 }' /tmp/table)" "$((waited / rounds))"
if offered adaptive-acquire mutex_lock; then
	check "a line for the holds" grep -Eq "^Adaptive mutex hold: $((2 * rounds)) events" /tmp/table
fi
table -p -k -e 1 -l "$(wanted contend_mutex)"
check "for programs" grep -Eq "^1 $rounds $(named contend_mutex) contend\`contend_mutex_waits 0\.00 [0-9]+$" /tmp/table
near "total time" "$(cut -d' ' -f6 /tmp/table)" "$waited"
table -s 4 -e 1 -l "$(wanted contend_mutex)"
check "a distribution, and the stack beside it" grep -Eq "^ +[0-9]+ \|@* +[1-9][0-9]* +contend\`contend_mutex_waits\+0x" /tmp/table
table -g -e 1 -l "$(wanted contend_mutex)"
check "by all functions that generate them" grep -Eq "^ +$rounds 100% 100% 0\.00 +[0-9]+ $(named contend_mutex) +contend\`waiter\+0x" /tmp/table
table -T -e 1 -l "$(wanted contend_mutex)"
check "each of them" test "$(grep -c 'contend_mutex_waits' /tmp/table)" = $rounds
lockstat -A -D 5 sleep 2 >/tmp/table 2>/tmp/err
check "lockstat -A" test $? = 0
show /tmp/table 60
show /tmp/err
lockstat -kIW -D 5 sleep 2 >/tmp/table 2>/tmp/err
check "lockstat -kIW" grep -q '^Profiling interrupt: ' /tmp/table
show /tmp/table
rmmod contend
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A program in Rust: panics that are caught, threads, drops; with probes in all of its functions and at each of its own instructions it prints what it
# prints untraced. Two probes that it defines, as the crate `usdt` does on Linux: arguments, and counters that say whether somebody traces.
# @@limit 900
# @@smp 2
# @@rust tests/vm/parts/rusty.rs
# @@with tests/vm/parts
. /job/lib.sh
. /parts/same.sh
load
least_lines=20
same "each function" /bin/rusty 'pid$target:::entry, pid$target:::return'
same "each instruction of the program" /bin/rusty 'pid$target:a.out::' -x pidsites=1000000

number() { sed -n "s/^$1 \(-\{0,1\}[0-9]*\)$/\1/p" /tmp/out; }
trace 120 -qn 'pid$target:a.out:rusty_fall:entry { @in = count(); } pid$target:a.out:rusty_fall:return { @out = count(); }
	pid$target:a.out:*rusty*Dropped*drop*:entry { @drops = count(); }
	END { printa("in %@d\n", @in); printa("out %@d\n", @out); printa("dropped %@d\n", @drops); }' -c /bin/rusty
# 20 times down, once more each time; nobody comes back but by the unwinder
check "each call of a function that ends in a panic: $(number in)" test "$(number in)" = 210
check "no return of it (${out:=$(number out)})" test "${out:-0}" = 0
check "each drop on the way of the unwinder: $(number dropped)" test "$(number dropped)" = 210

# the program's own probes; their counters are given back, so that nobody is seen afterwards
/bin/rusty probes 50 >/tmp/untraced
check "nobody traces" grep -qx 'traced 0 0' /tmp/untraced
dtrace -ln 'rusty$target:::' -c /bin/rusty >/tmp/listed 2>/tmp/err
check "the program's probes are listed" test "$(grep -c 'rusty[0-9]* .* \(step\|it-s-name\)$' /tmp/listed)" = 2
trace 120 -qn 'rusty$target:::step { @steps = count(); @sum = sum(arg0); @back = sum((int)arg1); }
	rusty$target:::it-s-name { @names[copyinstr(arg0)] = count(); }
	END { printa("steps %@d\n", @steps); printa("sum %@d\n", @sum); printa("back %@d\n", @back); printa("name-%s %@d\n", @names); }' -c '/bin/rusty probes 1000'
show /tmp/out
show /tmp/err
check "each probe" test "$(number steps)" = 1000
check "an unsigned argument" test "$(number sum)" = 499500
check "a signed one of 4 bytes" test "$(number back)" = -499500
check "a pointer" test "$(number name-even) $(number name-odd)" = "500 500"
check "the program saw itself traced" grep -qx 'traced 1000 1000' /tmp/out
check "nothing is left" wait_until 30 nothing_left
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A program in C++ that does a little of everything (parts/manifold.cc): with each function, and with each instruction, of it and of every library it
# uses it prints what it prints untraced. Of one that does change by a probe it is found which probe that is.
# @@limit 1700
# @@mem 1024
# @@programs libstdc++6
# @@cxx tests/vm/parts/manifold.cc
# @@with tests/vm/parts
. /job/lib.sh
. /parts/same.sh
load
least_lines=9
same "each function" /bin/manifold 'pid$target:::entry, pid$target:::return'
same "each instruction of the program" /bin/manifold 'pid$target:a.out::' -x pidsites=2000000
same "each instruction of all" /bin/manifold 'pid$target:::' -x pidsites=2000000

# the C++ library's own probes: one exception for each i that goes on through two more clauses (std::rethrow_exception() has none)
trace 300 -qn 'libstdcxx$target:::throw { this->type = (uintptr_t *)copyin(args[1], 2 * sizeof(uintptr_t)); @what[copyinstr(this->type[1])] = count(); }
	libstdcxx$target::: { @[probename] = count(); } END { printa("%s %@d\n", @); printa("threw %s %@d\n", @what); }' -c /bin/manifold
show /tmp/out
check "exceptions, by the C++ library's probes" test "$(grep -E '^(catch|rethrow|throw|threw) ' /tmp/out | sort | paste -sd';')" = \
	"catch 18;rethrow 6;threw St12out_of_range 6;throw 6"
check "of its probes nothing is left" wait_until 30 nothing_left

# a sum over instructions is another one with a probe in them
/bin/manifold touchy >/tmp/work/untraced
blame "/bin/manifold touchy" -x pidsites=2000000
check "what changes a program is found: $blamed" sh -c 'echo "$1" | grep -q "^pid.target:manifold:touchy:[0-9a-f]\$"' sh "$blamed"
unload
finish

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

# a sum over instructions is another one with a probe in them
/bin/manifold touchy >/tmp/work/untraced
blame "/bin/manifold touchy" -x pidsites=2000000
check "what changes a program is found: $blamed" sh -c 'echo "$1" | grep -q "^pid.target:manifold:touchy:[0-9a-f]\$"' sh "$blamed"
unload
finish

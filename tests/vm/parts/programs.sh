# SPDX-License-Identifier: MIT OR GPL-2.0-only
# programs.sh - for scripts in a guest that has coreutils, gzip and python3-minimal of Debian: with functions and instructions of every object
# armed they print what they print untraced, and end as they end untraced; a Python has its own probes.
# shellcheck shell=sh disable=SC2016
. /parts/same.sh
load
/usr/bin/ls -lR /usr/lib /usr/bin >/tmp/work/list
python=$(ls /usr/bin/python3.* | head -n 1)

cat >/tmp/work/work.py <<'EOT'
import re, struct, zlib
words = re.findall('[a-z]+', open('/tmp/work/list').read())
count = {}
for word in words:
    count[word] = count.get(word, 0) + 1
print(sorted(count.items(), key=lambda item: (-item[1], item[0]))[:40])
print(sum(n * 0.1 for n in range(1000)), struct.pack('<d', 1e300 / 3), zlib.crc32(' '.join(words).encode()))
try:
    {}['nothing']
except KeyError as error:
    print(repr(error))
EOT

same "ls, malloc" "/usr/bin/ls -lR /usr/lib" 'pid$target:libc.so.6:malloc:entry'
trace 300 -n 'pid$target:libc.so.6:malloc:entry { @ = quantize(arg0); }' -c '/usr/bin/ls -lR /'
at_least "ls, sizes of malloc: calls" "$(awk '/\|/ { n += $NF } END { print n + 0 }' /tmp/out)" 1000
same "ls, its own functions" "/usr/bin/ls -lR /usr/lib" 'pid$target:a.out::entry'
same "each instruction of main" "/bin/called 1 10" 'pid$target::main:'
same "ls, each function" "/usr/bin/ls -lR /usr/lib" 'pid$target:::entry, pid$target:::return'
same "ls, each instruction of all" "/usr/bin/ls -l /usr/bin" 'pid$target:::' -x pidsites=2000000
same "sort, each function" "/usr/bin/sort -k 5 /tmp/work/list" 'pid$target:::entry, pid$target:::return'
same "md5sum, each instruction of all" "/usr/bin/md5sum /tmp/work/list" 'pid$target:::' -x pidsites=2000000
same "sort, each instruction of all" "/usr/bin/sort -k 5 /tmp/work/list" 'pid$target:::' -x pidsites=2000000
same "gzip, each function" "/usr/bin/gzip -c /tmp/work/list" 'pid$target:::entry, pid$target:::return'
same "a status" "/usr/bin/ls /nowhere" 'pid$target:::entry'
same "python, each function" "$python /tmp/work/work.py" 'pid$target:::entry, pid$target:::return'
same "python, each instruction of libc" "$python /tmp/work/work.py" 'pid$target:libc.so.6::' -x pidsites=2000000
same "python, its own probes" "$python /tmp/work/work.py" 'python$target:::'

# collections COUNT: how often Python says that it has collected its oldest generation, in a program that asks for it
collections()
{
	echo "import gc
gc.disable()
for turn in range($1):
    gc.collect()" >/tmp/work/gc.py
	trace 120 -q -n 'python$target:::gc-start /args[0] == 2/ { @ = count(); }' -c "$python /tmp/work/gc.py"
	awk 'NF == 1 { print $1 }' /tmp/out
}
trace 120 -qn 'python$target:::import-find-load-start { @[copyinstr(args[0])] = count(); } END { printa("%s\n", @); }' -c "$python -c 'import json'"
check "python: a module's name, by the type of the argument" grep -qx json /tmp/out
few=$(collections 10) many=$(collections 70)
check "python: 60 collections more: $few and $many" test $((many - few)) = 60

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs of Debian as they are, dynamically linked and stripped: with functions and instructions of every object armed they print what
# they print untraced, and end as they end untraced; a Python has its own probes.
# @@limit 1200
# @@mem 1024
# @@programs coreutils gzip python3-minimal
. /job/lib.sh
load
mkdir -p /tmp/work
/usr/bin/ls -lR /usr/lib /usr/bin >/tmp/work/list
python=$(ls /usr/bin/python3.* | head -n 1)

nothing_left() { grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid; }

# same WHAT COMMAND PROBES [OPTION]...: the command prints the same, byte for byte, and ends alike with these probes; they fire
same()
{
	local what=$1 command=$2 probes=$3 fired status
	shift 3
	$command </dev/null >/tmp/work/untraced 2>/dev/null
	status=$?
	rm -f /tmp/work/out
	timeout 900 dtrace -o /tmp/work/out -n "$probes { @ = count(); }" -c "$command" "$@" >/tmp/work/traced 2>/tmp/work/err </dev/null
	check "$what: dtrace ends well" test $? = 0
	check "$what: the output is that of the untraced program" cmp /tmp/work/untraced /tmp/work/traced
	if [ $status = 0 ]; then
		check "$what: it ends as untraced" grep -q 'dtrace: pid [0-9]* has exited$' /tmp/work/err
	else
		check "$what: it ends as untraced" grep -q "dtrace: pid [0-9]* exited with status $status\$" /tmp/work/err
	fi
	fired=$(awk 'NF == 1 && $1 + 0 > 0 { print $1 }' /tmp/work/out)
	at_least "$what: firings" "${fired:-0}" 1
	check "$what: nothing is left" wait_until 30 nothing_left
	grep -E 'refused|cannot' /tmp/work/err | head -n 4
	[ "${fired:-0}" -ge 1 ] || show /tmp/work/err
}

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
	trace 120 -q -n 'python$target:::gc-start /arg0 == 2/ { @ = count(); }' -c "$python /tmp/work/gc.py"
	awk 'NF == 1 { print $1 }' /tmp/out
}
few=$(collections 10) many=$(collections 70)
check "python: 60 collections more: $few and $many" test $((many - few)) = 60
unload
finish

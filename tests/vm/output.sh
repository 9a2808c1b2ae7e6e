# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Output that is not text, of the kernel's engine: JSON lines, folded stacks and speedscope's file have the numbers of the text output; frames of the
# kernel are marked; losses are lines, and add up.
. /job/lib.sh
load
mkdir -p /tmp
COUNT=200

# traced NAME PROGRAM OPTION...: what dtrace writes of so many reads, in /tmp/NAME.out
traced()
{
	local name=$1 program=$2
	shift 2
	dtrace -q "$@" -n "$program" -c "dd if=/dev/zero of=/dev/null bs=1 count=$COUNT" >"/tmp/$name.out" 2>"/tmp/$name.err"
	check "$name: dtrace ends well" test $? = 0
}
STACKS='fbt::vfs_read:entry /pid == $target && arg2 == 1/ { @[execname, ustack(), stack()] = count(); @n[execname] = count(); }'

traced text "$STACKS"
check "text: the reads are counted" test "$(awk '$1 == "dd" && NF == 2 { print $2 }' /tmp/text.out)" = $COUNT

traced json "$STACKS" -x json
check "json: starts" grep -q '^{"type":"start","version":1,.*"engine":"kernel"' /tmp/json.out
check "json: ends, nothing was lost" grep -q '^{"type":"end",.*"errors":0,"drops":{}}$' /tmp/json.out
check "json: the reads are counted" grep -q '"keys":\["dd"\],"values":\[{"name":"n","function":"count","value":200}\]}$' /tmp/json.out
sum=$(sed -n 's/.*"space":"kernel".*"name":"_","function":"count","value":\([0-9]*\)}\]}$/\1/p' /tmp/json.out | awk '{ n += $1 } END { print n + 0 }')
check "json: so are the stacks: $sum" test "$sum" = $COUNT
check "json: the first frame of the kernel" grep -q '"space":"kernel","frames":\[{"address":"0x[0-9a-f]*","text":"vmlinux`vfs_read[+0-9a-fx]*","module":"vmlinux","symbol":"vfs_read","offset":[0-9]*},' /tmp/json.out
check "json: frames of the program" grep -q '"space":"user","pid":[0-9]*,"frames":\[{"address":"0x' /tmp/json.out
check "json: each line is an object" test "$(grep -cv '^{"type":"[a-z]*",.*}$' /tmp/json.out)" = 0

traced folded "$STACKS" -x oformat=folded
sum=$(awk '{ n += $NF } END { print n + 0 }' /tmp/folded.out)
check "folded: the reads: $sum" test "$sum" = $COUNT
check "folded: the kernel's frames are above, and marked" test "$(grep -cv '^dd;.*[^;]*;vmlinux`[^;]*_\[k\];.*vmlinux`vfs_read_\[k\] [0-9]*$' /tmp/folded.out)" = 0
check "folded: what is left out" grep -q ': 1 row of aggregations is not in the output: folded is for stacks, json has everything$' /tmp/folded.err

traced speedscope "$STACKS" -x oformat=speedscope -x stackkeys=labels
check "speedscope: one profile, all reads" grep -q '"profiles":\[{"type":"sampled","name":"_ dd","unit":"none","startValue":0,"endValue":200,' /tmp/speedscope.out

# more records than a buffer has room for: what arrived and what was lost are all
dtrace -q -x json -x bufsize=4k -x switchrate=10s -n 'fbt::vfs_read:entry /pid == $target && arg2 == 1/ { @n = count(); tracemem(curthread, 256); }' \
	-c "dd if=/dev/zero of=/dev/null bs=1 count=$COUNT" >/tmp/drops.out 2>/tmp/drops.err
records=$(grep -c '"action":"tracemem"' /tmp/drops.out)
dropped=$(sed -n 's/^{"type":"drop","kind":"principal","cpu":[0-9]*,"count":\([0-9]*\),.*/\1/p' /tmp/drops.out | awk '{ n += $1 } END { print n + 0 }')
check "losses: $records records and $dropped losses are all" test $((records + dropped)) = $COUNT
check "losses: there were some" test "$dropped" -gt 0
check "losses: the end has the total" grep -q "\"type\":\"end\",.*\"drops\":{\"principal\":$dropped}}" /tmp/drops.out
[ "$test_failures" = 0 ] || { show /tmp/drops.err; head -c 2000 /tmp/json.out; head -c 1000 /tmp/folded.out; }
finish

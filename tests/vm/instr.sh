# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The provider instr: any instruction of a function, by class and offset; beside fbt on one address; every instruction of busy functions, and all
# returns of the kernel, while work goes on.
# @@limit 600
. /job/lib.sh
load
text_setup
text_save before

work()
{
	local i
	for i in 1 2 3 4; do
		cat /proc/version >/dev/null
		dd if=/dev/zero of=/tmp/file bs=4k count=16 2>/dev/null
		md5sum /tmp/file >/tmp/sum
	done
}

trace_ok 60 -l -n 'instr:vmlinux:vfs_read:'
at_least "probes of vfs_read" "$(grep -c ' instr .* vfs_read ' /tmp/out)" 30
check "names are a class and an offset" test -z "$(awk 'NR > 1 && $5 !~ /^(other|nop|push|pop|load|store|call|jmp|ijmp|branch|ret)-[0-9a-f]+$/' /tmp/out)"
trace_ok 60 -l -n 'instr:vmlinux:vfs_read:call-*'
check "a class by itself" test -z "$(awk 'NR > 1 && $5 !~ /^call-/' /tmp/out)"
for class in ${isa_memory_classes:-}; do
	trace_ok 60 -l -n "instr:vmlinux:vfs_read:$class-*"
	at_least "${class}s of vfs_read" "$(grep -c " vfs_read $class-" /tmp/out)" 4
done
trace 60 -l -f vfs_read
check "a description that does not name the provider means none of them" test "$(grep -c ' instr ' /tmp/out)" = 0
# refused when there are twice as many as may be, counted by their lengths alone: to look at all instructions would take a minute on a slow machine
counted()
{
	sed -n 's/^refused too-many-probes //p' /proc/dtrace/instr
}
for wide in '-n instr:::' '-P instr' '-n instr:vmlinux::'; do
	# shellcheck disable=SC2086
	trace 60 -l $wide
	check "$wide: too many, and how to name fewer" grep -q 'Too many probes match: name a function .*instr:::ret-' /tmp/err
	at_least "$wide: instructions that were counted" "$(counted)" 524288
	check "$wide: not many more were looked at" test "$(counted)" -lt 1250000
done

# a class is listed as it is made: nobody reads on after the first line, so that the listing waits, and makes no more. It ends when it is told to.
made()
{
	sed -n 's/^probes \([0-9]*\) armed .*/\1/p' /proc/dtrace/instr
}
mkfifo /tmp/list.fifo
dtrace -l -n 'instr:::call-*' >/tmp/list.fifo 2>/tmp/list.err </dev/null &
list=$!
exec 6</tmp/list.fifo
read -r heading <&6 && read -r first <&6
check "the first line of a class: $first" test -n "$(echo "$first" | grep ' instr .* call-')"
at_least "probes that were made for it" "$(made)" 1
check "not all of the class were made" test "$(made)" -lt 30000
kill -TERM $list
cat <&6 >/tmp/list.rest
exec 6<&-
wait $list
status=$?
check "a listing that is interrupted: status 1: $status" test $status = 1
check "and one message" test "$(cat /tmp/list.err)" = "dtrace: interrupted: the list is not complete"
trace_ok 120 -l -n 'instr:::call-*'
at_least "calls of the whole kernel" "$(grep -c ' instr .* call-' /tmp/out)" 50000
check "each once, in order" test -z "$(awk '$2 == "instr" { if ($1 + 0 <= last) print; last = $1 + 0 }' /tmp/out | head -n 1)"

# counts: an instruction that runs once per call is counted once per call, whatever else is on its address
first=$(dtrace -l -n 'instr:vmlinux:vfs_read:' | awk 'NR == 2 { print $5 }')
armed_start "fbt::vfs_read:entry { @[\"entry\"] = count(); self->order = 1; }
	instr:vmlinux:vfs_read:$first { @[\"first\"] = count(); }
	instr:vmlinux:vfs_read:$first /self->order == 1/ { @[\"after-entry\"] = count(); self->order = 0; }
	instr:vmlinux:vfs_read:ret-* { @[\"ret\"] = count(); self->order = 2; }
	fbt::vfs_read:return { @[\"return\"] = count(); }
	fbt::vfs_read:return /self->order == 2/ { @[\"return-after-ret\"] = count(); self->order = 0; }
	instr:vmlinux:vfs_read:call-* { @target[sym(arg2)] = count(); }"
work
armed_stop
show /tmp/armed.out
# count NAME: of a row of the output
count()
{
	awk -v name="$1" '$1 == name { print $2 }' /tmp/armed.out
}
at_least "calls of vfs_read" "$(count entry)" 20
check "first instruction as often as entry" test "$(count first)" = "$(count entry)"
check "entry fires before the instruction on its address" test "$(count after-entry)" = "$(count entry)"
check "returns as often as ret instructions" test "$(count ret)" = "$(count return)"
check "an instruction fires before the return on its address" test "$(count return-after-ret)" = "$(count return)"
check "calls lead to functions" grep -q 'vmlinux`rw_verify_area' /tmp/armed.out

# every instruction of whole families of functions, in use
for glob in '*file*' '*alloc*' '*_lock*'; do
	armed_start "instr:vmlinux:$glob: { @ = count(); }"
	work
	at_least "$glob: sites" "$(sed -n 's/^sites \([0-9]*\) .*/\1/p' /proc/dtrace/instr)" 1000
	armed_stop
	tail -n 2 /tmp/armed.out
	show /tmp/armed.err
	text_same "$glob" before
done
md5sum /tmp/file >/tmp/sum2
check "files are as they were" cmp -s /tmp/sum /tmp/sum2

# the message calls instructions that cannot be armed instructions
trace_ok 60 -n 'instr:vmlinux:vfs_read: { @ = count(); }' -n 'BEGIN { exit(0); }'
check "instructions that cannot be armed" grep -q '[0-9] of [0-9]* matching instructions cannot be armed now: ' /tmp/err
show /tmp/err

# one class of the whole kernel
armed_start 'instr:::ret-* { @ = count(); }'
work
cat /proc/dtrace/instr >/tmp/instr
at_least "all returns" "$(grep -c '^armed ' /tmp/instr)" 30000
at_least "classes in the report" "$(grep -c '^class ' /tmp/instr)" 1
tail -n 4 /tmp/instr
armed_stop
text_same "all returns" before
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Entry and return of vfs_read: as many of one as of the other, and the time between.
# @@workload
. /job/lib.sh
load
trace_ok 100 -n 'fbt::vfs_read:entry { self->t = timestamp; }
	fbt::vfs_read:return /self->t/ { @["ns"] = quantize(timestamp - self->t); self->t = 0; calls++; } tick-500ms /calls >= 100/ { exit(0); }'
show /tmp/out 40
check "a distribution" grep -q Distribution /tmp/out

# Readers that sleep in vfs_read when tracing begins or ends make the only difference there may be.
trace_ok 100 -q -n '
	fbt::vfs_read:entry { self->in = 1; calls++; @entry = count(); }
	fbt::vfs_read:return /self->in/ { @matched = count(); self->in = 0; }
	fbt::vfs_read:return /arg0 == 0/ { @nowhere = count(); }
	tick-500ms /calls >= 200/ { printa("entry %@d\n", @entry); printa("matched %@d\n", @matched); printa("nowhere %@d\n", @nowhere); exit(0); }'
show /tmp/out
entry=$(sed -n 's/^entry \([0-9]*\)$/\1/p' /tmp/out)
matched=$(sed -n 's/^matched \([0-9]*\)$/\1/p' /tmp/out)
at_least "entries" "$entry" 100
check "entries $entry and returns $matched match" test $((${entry:-0} - ${matched:-0})) -ge 0 -a $((${entry:-0} - ${matched:-0})) -le 12
check "a return has its offset in arg0" test -z "$(sed -n 's/^nowhere \([1-9][0-9]*\)$/\1/p' /tmp/out)"

# arg1 of a return is the function's value: that of vfs_read is what the system call gives
trace_ok 100 -q -n '
	fbt::vfs_read:return { self->value = arg1; self->seen = 1; }
	syscall::read:return /self->seen && (int)self->value != (int)arg1/ { @different = count(); }
	syscall::read:return /self->seen/ { @same = count(); self->seen = 0; values++; }
	tick-500ms /values >= 100/ { printa("different %@d\n", @different); printa("compared %@d\n", @same); exit(0); }'
show /tmp/out
at_least "values compared" "$(sed -n 's/^compared \([0-9]*\)$/\1/p' /tmp/out)" 50
check "values of vfs_read and read agree" test -z "$(sed -n 's/^different \([1-9][0-9]*\)$/\1/p' /tmp/out)"
unload
finish

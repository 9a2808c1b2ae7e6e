# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest whose emulator counts instructions (where.c): starts of dtrace, each from its beginning to its end, which comes as soon as it traces.
# Prints a line "start NAME" for each, in order: of each kind the first one after the module has come, and the next one.
# @@smp 1
# @@limit 900
. /job/lib.sh

# start NAME OPTION...
start()
{
	local name=$1
	shift
	wait_until 60 idle || echo "$name: the machine has other work, which is counted, too"
	/syscalls begin
	dtrace "$@" >/tmp/out 2>&1 </dev/null
	status=$?
	/syscalls end
	echo "start $name"
	[ "$status" = 0 ] || { not_ok "$name: status $status"; show /tmp/out; }
}

# kind NAME OPTION...: the first one, and the next one
kind()
{
	local name=$1
	shift
	load
	start "$name-first" "$@"
	start "$name" "$@"
	unload
}

kind begin -qn 'BEGIN { exit(0); }'
kind list -l
kind entries -qn 'BEGIN { exit(0); } fbt:::entry { @ = count(); }'
kind all -qn 'BEGIN { exit(0); } fbt::: { @ = count(); }'
kind calls -qn 'BEGIN { exit(0); } syscall:::entry { @[execname] = count(); }'
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# gallery.sh FOLDER [NAME...] - every script of examples/ (FOLDER gallery), every tool (FOLDER tools) on work whose result is known.
# tests/gallery/NAME.sh has for examples/NAME.d, tests/tools/NAME.sh for userland/tools/NAME.d:
#   arguments     what it is started with
#   work()        what goes on meanwhile; a script that ends by itself is waited for, the others end by SIGTERM after it
#   verify()      checks of /tmp/shown, what it printed; `row PATTERN` is there: a line of it must match; `again ARGUMENT...` starts it once more
# What it printed comes between two lines of =====, of which tools/gallery makes docs/gallery.md.
# @@with examples
# @@with tests/gallery
# @@with tests/tools
# @@limit 900
. /job/lib.sh
load

# 20 writes and 20 reads of 8 KB each, past the page cache
disk_direct()
{
	dd if=/dev/zero of=/mnt/data bs=8192 count=20 oflag=direct 2>/dev/null
	dd if=/mnt/data of=/dev/null bs=8192 count=20 iflag=direct 2>/dev/null
}

row()
{
	check "$name: $1" grep -Eq -- "$1" /tmp/shown
}

shown_or_dead()
{
	[ -s /tmp/shown ] || ! kill -0 "$script_pid" 2>/dev/null
}

# Every script prints a line when it begins: then all its probes are armed.
script_start()
{
	: >/tmp/shown
	# shellcheck disable=SC2086
	$script $arguments >/tmp/shown 2>/tmp/err </dev/null &
	script_pid=$!
	wait_until 120 shown_or_dead
	[ -s /tmp/shown ] || not_ok "$name.d prints nothing when it begins"
}

script_ended()
{
	! kill -0 "$script_pid" 2>/dev/null
}

script_stop()
{
	[ -z "$by_itself" ] || wait_until 120 script_ended || not_ok "$name.d did not end"
	kill -TERM "$script_pid" 2>/dev/null
	wait "$script_pid"
	check "$name.d: status 0, no complaint" test "$?$(cat /tmp/err)" = 0
}

# again ARGUMENT...: the script once more, with these, which must end by itself; what it prints is /tmp/again
again()
{
	$script "$@" >/tmp/again 2>/tmp/again.err </dev/null
	check "$name $*: status 0, no complaint" test "$?$(cat /tmp/again.err)" = 0
}

said_near()
{
	dtrace --tool opensnop 2>&1 | grep -q 'did you mean opensnoop?'
}

folder=$1
shift
for file in "/$folder"/*.sh; do
	name=${file##*/}
	name=${name%.sh}
	script=$name
	[ "$folder" = tools ] || script="dtrace -s /examples/$name.d"
	case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
	arguments= by_itself=
	# shellcheck disable=SC1090
	. "$file"
	script_start
	work
	script_stop
	echo "===== $name${arguments:+ $arguments}"
	head -n 40 /tmp/shown
	echo "====="
	show /tmp/err
	verify
done
[ "$folder" != tools ] || check "a tool that is misspelt has a near name" said_near
if [ "$folder" = tools ]; then
	check "dtrace --list-tools has them all" test "$(dtrace --list-tools | wc -l)" = "$(ls /tools/*.sh | wc -l)"
	check "those with a word in the name or question" test "$(echo $(dtrace --list-tools DISKS | awk '{ print $1 }') $(dtrace --list-tools=biol | awk '{ print $1 }'))" = "biolatency biosnoop biolatency"
	dtrace --list-tools nonsense >/tmp/none 2>&1
	check "no tool with a word" test "$? $(cat /tmp/none)" = "1 dtrace: no tool has 'nonsense' in its name or question; --list-tools lists all"
fi
unload
finish

#!/usr/bin/env zsh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_completion.zsh DTRACE FILE BUILD - what the completion for zsh offers for a command line.
program=$1 build=$3 failed=0
tools=${0:h}/../../../../userland/tools
# the tools are not installed, and found in the tree instead
dtrace()
{
	case $1 in
	--list-tools) print -l $tools/*.d(:t:r) ;;
	--tool) $program --tool $tools/$2.d "${@:3}" ;;
	--tool=*) $program --tool $tools/${1#*=}.d "${@:2}" ;;
	*) $program "$@" ;;
	esac
}
lockstat() { $build/userland/lockstat/lockstat "$@" }
plockstat() { $build/userland/plockstat/plockstat "$@" }
opensnoop() { dtrace --tool opensnoop "$@" }
compadd()
{
	local -a all
	while [[ $1 != -- ]]; do [[ $1 == -S ]] && shift; shift; done
	shift
	for candidate; do [[ $candidate == ${PREFIX}* ]] && offered+=("$candidate"); done
}
compset() { PREFIX=${PREFIX#*=} }
_files() { offered+=(FILES "$@") }
_command_names() { offered+=(COMMANDS) }
source $2

# expect LINE WORD...: the words are all that is offered at the end of LINE
expect()
{
	local line=$1
	shift
	words=("${(@s: :)line}") CURRENT=$#words PREFIX=$words[-1] offered=()
	_dtrace
	[[ "$offered" == "$*" ]] && return
	echo "'$line': offered '$offered', expected '$*'"
	failed=1
}

_dtrace_list='dtrace:::BEGIN
syscall:vmlinux:read:entry
syscall:vmlinux:read:return
syscall:vmlinux:readv:entry
fbt:ext4:ext4_sync:entry'
expect 'dtrace -n sys' syscall:
expect 'dtrace -n syscall:vmlinux:rea' syscall:vmlinux:read: syscall:vmlinux:readv:
expect 'dtrace -n syscall::read:' syscall::read:entry syscall::read:return
expect 'dtrace -n nosuch'
expect 'dtrace -P f' fbt
expect 'dtrace -m e' ext4
expect 'dtrace -f read' read readv
expect 'dtrace -n tick-1s{'
expect 'dtrace -x strs' strsize=
expect 'dtrace -x flow' flowall flowtime flowindent
expect 'dtrace -x bufpolicy=' ring fill switch
expect 'dtrace -x compat=o' oracle
expect 'dtrace -X ' a c s t
expect 'dtrace -3' -32
expect 'dtrace --examples flame' flamegraph
expect 'dtrace -s ' FILES
expect 'dtrace -L ' FILES -/
expect 'dtrace --rep' --report
expect 'dtrace --report ' FILES
expect 'dtrace --report=' FILES
expect 'dtrace -c ' COMMANDS
expect 'dtrace -qn BEG' BEGIN
expect 'dtrace -ln dtrace:' dtrace::
expect 'dtrace -ln dtrace:::' dtrace:::BEGIN
expect 'dtrace -lP sys' syscall
expect 'dtrace -wqf read' read readv
expect 'dtrace -qx bufpolicy=s' switch
expect 'dtrace -nq sys' FILES
expect 'dtrace --examples=flame' flamegraph
expect 'dtrace --tool op' opensnoop FILES -g '*.d'
expect 'dtrace --tool=op' opensnoop FILES -g '*.d'
for line in 'opensnoop' 'dtrace --tool opensnoop' 'dtrace --tool=opensnoop'; do
	expect "$line -" -p -c -d -j -o -x -h --report --help
	expect "$line -jx compat=o" oracle
	expect "$line -d "
	expect "$line -o " FILES
	expect "$line --report=" FILES
done
expect 'dtrace --tool funccount -d 1 -j re' read readv
expect 'dtrace --tool argdist syscall::read:' syscall::read:entry syscall::read:return
expect 'lockstat -' --help -A -C -D -E -H -I -P -R -T -V -W -b -c -d -e -f -g -h -i -k -l -n -o -p -s -t -w -x
expect 'lockstat -x compat=o' oracle
expect 'lockstat -f re' read readv
expect 'lockstat -D '
expect 'lockstat -C ' COMMANDS FILES
expect 'plockstat -o'
expect "plockstat -p $$" $$
if [[ -x $build/userland/export/dtrace-export ]]; then
	dtrace-export() { $build/userland/export/dtrace-export "$@" }
	expect 'dtrace-export -n syscall::read:' syscall::read:entry syscall::read:return
	expect 'dtrace-export --s' --save --state
	expect 'dtrace-export -s ' FILES
fi
# in a quote $PREFIX has what is in it, and the quote is before it
words=(dtrace -n "'dtrace:::B") CURRENT=3 PREFIX=dtrace:::B offered=()
_dtrace
[[ "$offered" == dtrace:::BEGIN ]] || { echo "in a quote: offered '$offered'"; failed=1 }
unset _dtrace_list
expect 'dtrace -n BEG' BEGIN
expect 'dtrace -n dtrace:::BEG' dtrace:::BEGIN
exit $failed

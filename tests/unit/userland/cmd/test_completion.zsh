#!/usr/bin/env zsh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_completion.zsh DTRACE FILE - what the completion for zsh offers for a command line.
program=$1 failed=0
dtrace() { $program "$@" }
compadd()
{
	local -a all
	while [[ $1 != -- ]]; do [[ $1 == -S ]] && shift; shift; done
	shift
	for candidate; do [[ $candidate == ${PREFIX}* ]] && offered+=("$candidate"); done
}
compset() { PREFIX=${PREFIX#*=} }
_files() { offered=(FILES "$@") }
_command_names() { offered=(COMMANDS) }
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
expect 'dtrace -c ' COMMANDS
unset _dtrace_list
expect 'dtrace -n BEG' 
expect 'dtrace -n dtrace:::BEG' dtrace:::BEGIN
exit $failed

#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_completion.sh DTRACE SOURCE - what dtrace.bash offers for a command line; and that it knows each option and each letter.
program=$1 tree=$2 failed=0
dtrace() { "$program" "$@"; }
complete() { :; }
. "$tree/userland/cmd/dtrace.bash"

# expect LINE WORD...: the words are all that is offered at the end of LINE
expect()
{
	COMP_LINE=$1 COMP_POINT=${#1}
	shift
	_dtrace
	[ "${COMPREPLY[*]}" = "$*" ] && return
	echo "'$COMP_LINE': offered '${COMPREPLY[*]}', expected '$*'"
	failed=1
}

_dtrace_list='dtrace:::BEGIN
syscall:vmlinux:read:entry
syscall:vmlinux:read:return
syscall:vmlinux:readv:entry
fbt:ext4:ext4_sync:entry'
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
expect 'dtrace -n sys' syscall:
expect 'dtrace -n syscall:vmlinux:rea' read: readv:
expect 'dtrace -n syscall::read:' entry return
expect 'dtrace -P f' fbt
expect 'dtrace -m e' ext4
expect 'dtrace -f read' read readv
expect 'dtrace -n tick-1s{'
expect 'dtrace -x strs' strsize=
expect 'dtrace -x bufpolicy=' ring fill switch
expect 'dtrace -x compat=o' oracle
expect 'dtrace -X ' a c s t
expect 'dtrace -h -x usdt=' notes
expect 'dtrace -3' -32
expect 'dtrace --examples flame' flamegraph
expect 'dtrace --rep' --report

# the tables of the library, and the letters of the manual page, against what is offered
names=$(sed -n 's/^DT_OPTION([0-9]*, [A-Z]*, "\([a-z]*\)".*/\1/p' "$tree/spec/options.def"
	sed -n 's/^\t{ "\([a-z]*\)", copt_.*/\1/p' "$tree/userland/handle/options.c")
for name in $names; do
	case " $(echo $_dtrace_compile $_dtrace_run) " in
	*" $name "* | *" $name= "*) ;;
	*) echo "option $name is not offered"; failed=1 ;;
	esac
	grep -qw -- "$name" "$tree/docs/dtrace.8" || { echo "option $name is not in the manual page"; failed=1; }
done
COMP_LINE='dtrace -' COMP_POINT=8
_dtrace
for letter in 32 64 a A b B c C D e f F G h H i I l L m n o p P q s S U v V w x X Z; do
	case " ${COMPREPLY[*]} " in
	*" -$letter "*) ;;
	*) echo "letter -$letter is not offered"; failed=1 ;;
	esac
	grep -q -- "^\.B[IR]* .*\\\\-$letter" "$tree/docs/dtrace.8" || { echo "letter -$letter is not in the manual page"; failed=1; }
done
[ "$("$program" --help | wc -l)" -le 24 ] || { echo "dtrace --help is longer than a screen"; failed=1; }
exit $failed

#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_completion.sh DTRACE SOURCE - what dtrace.bash offers for a command line; and that it knows each option with its values, each
# letter and each tool.
program=$1 tree=$2 failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
# the tools are not installed, and found in the tree instead
dtrace()
{
	case $1 in
	--list-tools) basename -s .d "$tree"/userland/tools/*.d | sed 's/$/ - a question?/' ;;
	--tool) "$program" --tool "$tree/userland/tools/$2.d" "${@:3}" ;;
	--tool=*) "$program" --tool "$tree/userland/tools/${1#*=}.d" "${@:2}" ;;
	*) "$program" "$@" ;;
	esac
}
opensnoop() { dtrace --tool opensnoop "$@"; }
declare -A function_of
complete()
{
	local name
	for name in "${@:3}"; do function_of[$name]=$2; done
}
. "$tree/userland/cmd/dtrace.bash"

# expect LINE WORD...: the words are all that is offered at the end of LINE
expect()
{
	COMP_LINE=$1 COMP_POINT=${#1}
	shift
	"${function_of[${COMP_LINE%% *}]}"
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
expect 'dtrace -h -x usdt=' notes dof
expect 'dtrace -3' -32
expect 'dtrace --examples flame' flamegraph
expect 'dtrace --rep' --report

# letters that are bundled: the last one says what follows
expect 'dtrace -qn BEG' BEGIN
expect 'dtrace -ln dtrace:' :
expect 'dtrace -ln dtrace:::' BEGIN
expect 'dtrace -lP sys' syscall
expect 'dtrace -lvm e' ext4
expect 'dtrace -wqf read' read readv
expect 'dtrace -qx bufpolicy=s' switch
expect 'dtrace -CX ' a c s t
expect 'dtrace -n syscall::read:entry -qn END'
expect 'dtrace -nq sys'
expect 'dtrace -b 4'

# in a quote, readline has the whole word: nothing of it is cut off, and its quote stays open for the program
expect "dtrace -n 'dtrace:::B" dtrace:::BEGIN 'dtrace:::BEGIN {'
expect "dtrace -qn 'BEG" BEGIN 'BEGIN {'
expect 'dtrace -n "dtrace:::B' dtrace:::BEGIN 'dtrace:::BEGIN {'
expect "dtrace -n 'sys" syscall:vmlinux:read: syscall:vmlinux:readv:
expect "dtrace -n 'syscall::read:" syscall::read:entry syscall::read:return
expect "dtrace -n 'syscall::read:entry { trace(1); } sys"
expect "dtrace -n 'BEGIN { x = 1; }' -x compat=o" oracle
expect "dtrace -n \"BEGIN { x = 'a'; }\" -x compat=i" illumos

# values of the words with two hyphens, after a blank and after an equals sign
expect 'dtrace --examples=flame' flamegraph
expect 'dtrace --tool op' opensnoop
expect 'dtrace --tool=op' opensnoop
expect "dtrace --tool 'op" opensnoop
COMP_WORDBREAKS=${COMP_WORDBREAKS/=/}
expect 'dtrace --tool=op' --tool=opensnoop
expect 'dtrace -x compat=o' compat=oracle
COMP_WORDBREAKS+==
touch page.html program.d
expect 'dtrace --report pa' page.html
expect 'dtrace --report=pa' page.html
expect 'dtrace -qs pr' program.d
expect 'dtrace -s program.d pa' page.html
expect 'dtrace --tool pr' program.d

# options and arguments of tools, by their own names and by --tool
options='-p -c -d -j -o -x -h --report --help'
for line in 'opensnoop' 'dtrace --tool opensnoop' 'dtrace --tool=opensnoop'; do
	expect "$line -" $options
	expect "$line --r" --report
	expect "$line -jx compat=o" oracle
	expect "$line -d "
	expect "$line -o pa" page.html
	expect "$line --report=pa" page.html
	expect "$line -jp $$" $$
	expect "$line bash" bash # of all that run now: a shorter word may be the beginning of others
done
expect 'dtrace --tool modtrace -' -d -j -o -x -h --report --help
expect 'dtrace --tool funccount -d 1 -j re' read readv
expect 'dtrace --tool argdist syscall::read:' entry return
expect 'dtrace --tool argdist syscall::read:entry a'
expect 'dtrace --tool failtrace re' read readv
expect 'dtrace --tool failtrace read bash' bash
expect 'dtrace --tool ustackcount -p 1 re'
[ "$(echo $_dtrace_tools slabtop | tr ' ' '\n' | sort)" = "$(basename -s .d "$tree"/userland/tools/*.d)" ] ||
	{ echo "the tools are not those of userland/tools"; failed=1; }

# each option with a choice has its values
for name in $_dtrace_compile $_dtrace_run; do
	name=${name%=}
	values=$("$program" -e -x "$name=no-such-value" -n BEGIN 2>&1 </dev/null | sed -n 's/.*: expected one of \([a-z0-9, ]*\).*/\1/p' | tr -d ,)
	[ -z "$values" ] || [ "$(_dtrace_value "$name" | tr ' ' '\n' | sort)" = "$(echo $values | tr ' ' '\n' | sort)" ] ||
		{ echo "-x $name: '$values' is wanted, '$(_dtrace_value "$name")' offered"; failed=1; }
done

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

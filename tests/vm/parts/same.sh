# SPDX-License-Identifier: MIT OR GPL-2.0-only
# same.sh - for scripts in a guest that trace programs of Debian: what they print and how they end is the same with probes as without.
# shellcheck shell=sh disable=SC2154
mkdir -p /tmp/work
# least_lines: at least so many lines each of them prints (0)

nothing_left() { grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid; }

# same WHAT COMMAND PROBES [OPTION]...: the command prints the same, byte for byte, and ends alike with these probes; they fire
same()
{
	local what=$1 command=$2 probes=$3 fired status
	shift 3
	$command </dev/null >/tmp/work/untraced 2>/dev/null
	status=$?
	at_least "$what: lines that it prints" "$(wc -l </tmp/work/untraced)" "${least_lines:-0}"
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

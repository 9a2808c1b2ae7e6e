# SPDX-License-Identifier: MIT OR GPL-2.0-only
# same.sh - for scripts in a guest that trace programs of Debian: what they print and how they end is the same with probes as without.
# shellcheck shell=sh disable=SC2154
mkdir -p /tmp/work
# least_lines: at least so many lines each of them prints (0)

nothing_left() { grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid; }

# differs PROBES COMMAND [OPTION]...: with the probes of a file, a description a line, it prints something else than untraced
differs()
{
	local probes=$1 command=$2
	shift 2
	{ sed '$!s/$/,/' "$probes" && echo '{ @ = count(); }'; } >/tmp/work/differs.d
	if ! timeout 900 dtrace -Z -o /dev/null -s /tmp/work/differs.d -c "$command" "$@" >/tmp/work/other 2>/tmp/work/other.err </dev/null; then
		show /tmp/work/other.err
		return 1
	fi
	! cmp -s /tmp/work/untraced /tmp/work/other
}

# narrow PROBES COMMAND [OPTION]...: leaves one description in the file, whose probes alone make it differ; fails when no half of some does
narrow()
{
	local probes=$1 count
	while count=$(wc -l <"$probes") && [ "$count" -gt 1 ]; do
		head -n $((count / 2)) "$probes" >"$probes.half"
		shift
		differs "$probes.half" "$@" || tail -n +$((count / 2 + 1)) "$probes" >"$probes.half"
		mv "$probes.half" "$probes"
		set -- "$probes" "$@"
	done
	differs "$@"
}

# descriptions AWK-OF-A-LINE COMMAND PROBES: what `dtrace -l` lists, as descriptions
descriptions()
{
	dtrace -ln "$3" -c "$2" </dev/null 2>/dev/null | awk "\$2 ~ /^pid[0-9]+\$/ { print \"pid\\\$target:\" $1 }" | sort -u
}

# blame COMMAND [OPTION]...: whose probes change what the command prints (/tmp/work/untraced): of all functions, then of the function's instructions, one
# half after the other. Sets blamed: the description of the one instruction, of the function when no instruction alone does it, or nothing
blame()
{
	local command=$1
	shift
	blamed=
	descriptions '$3 ":" $4 ":"' "$command" 'pid$target:::entry' >/tmp/work/functions
	narrow /tmp/work/functions "$command" "$@" || return
	blamed=$(cat /tmp/work/functions)
	descriptions '$3 ":" $4 ":" $5' "$command" "$blamed" | grep ':[0-9a-f]*$' >/tmp/work/instructions
	! narrow /tmp/work/instructions "$command" "$@" || blamed=$(cat /tmp/work/instructions)
}

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
	check "$what: before its time was up" grep -q '^dtrace: pid [0-9]* ' /tmp/work/err
	check "$what: the output is that of the untraced program" cmp /tmp/work/untraced /tmp/work/traced
	cmp -s /tmp/work/untraced /tmp/work/traced || { blame "$command" "$@" && echo "$what: other output by: $blamed"; }
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

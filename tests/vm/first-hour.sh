# SPDX-License-Identifier: MIT OR GPL-2.0-only
# first-hour.sh [PAGE [NUMBER]...] - the pages of the first hour, docs/tutorial.md, docs/cookbook.md and docs/coming-from.md: each example is run and
# prints what it should (parts/pages.sh); what the tables of coming-from.md have for D, and the tools that they name, is compiled.
# @@limit 900
# @@mem 768
# @@programs coreutils
# @@with docs/tutorial.md
# @@with docs/cookbook.md
# @@with docs/coming-from.md
# @@with toolchains/guest
# @@with tests/vm/parts
. /job/lib.sh
. /parts/pages.sh
load
PATH=/usr/bin:$PATH
export PATH
tables=/tmp/tables
mkdir -p $tables
dtrace --list-tools | awk '{ print $1 }' >$tables/tools

# compiled WHAT FILE ARGUMENT...: it has no error
compiled()
{
	local what=$1 file=$2
	shift 2
	if timeout 60 "$@" >/dev/null 2>$tables/err </dev/null; then
		ok "$what"
	else
		not_ok "$what: $(cat "$file")"
		show $tables/err 8
	fi
}

# table_row NUMBER LINE: what is in the middle column there: a command, a tool, or clauses. A statement alone goes to $tables/statements.d
table_row()
{
	printf '%s\n' "$2" >$tables/$1
	case $2 in
	'dtrace -l'*) compiled "row $1: lists" $tables/$1 sh $tables/$1 ;;
	'dtrace '*)
		echo "$2 -e" >$tables/$1
		compiled "row $1: compiles" $tables/$1 sh $tables/$1
		;;
	*{*) compiled "row $1: compiles" $tables/$1 dtrace -e -s $tables/$1 ;;
	/*) echo "BEGIN $2 { }" >>$tables/statements.d ;;
	*)
		if grep -qx -- "${2%% *}" $tables/tools; then
			compiled "row $1: a tool has these options" $tables/$1 $2 --help
		else
			echo "syscall::openat:return { $2; }" >>$tables/statements.d
		fi
		;;
	esac
}

# tables_compile PAGE: each `text` in the middle column of its tables, and each tool in the last one after "or"
tables_compile()
{
	local number=0 line
	awk '/^\|/ {
		gsub(/\\\|/, "\001")
		count = split($0, column, "|")
		if (count != 5)
			next
		rest = column[3] (column[4] ~ /^ or `/ ? column[4] : "")
		while (match(rest, /`[^`]+`/)) {
			text = substr(rest, RSTART + 1, RLENGTH - 2)
			gsub("\001", "|", text)
			print text
			rest = substr(rest, RSTART + RLENGTH)
		}
	}' "/$1.md" >$tables/rows
	at_least "$1: rows that are compiled" "$(wc -l <$tables/rows)" 110
	: >$tables/statements.d
	while read -r line; do
		table_row $((number += 1)) "$line"
	done <$tables/rows
	at_least "$1: statements" "$(wc -l <$tables/statements.d)" 30
	compiled "$1: the statements compile" $tables/statements.d dtrace -e -s $tables/statements.d word
}

wanted=$1
[ $# -eq 0 ] || shift
[ "${wanted:-tutorial}" != tutorial ] || page_run tutorial 13 "$@"
[ "${wanted:-cookbook}" != cookbook ] || page_run cookbook 18 "$@"
if [ "${wanted:-coming-from}" = coming-from ]; then
	page_run coming-from 1 "$@"
	tables_compile coming-from
fi
unload
finish

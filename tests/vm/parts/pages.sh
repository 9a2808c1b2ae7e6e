# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs pages of docs/ in a guest: each example ends as it does on the page, and prints what it should. What it printed comes between `===== PAGE N`
# and `=====`, of which tools/run-page writes the page. For scripts with `@@with docs/PAGE.md`, `@@with toolchains/guest` and `@@with tests/vm/parts`.
. /guest/page
pages=/tmp/pages
mkdir -p $pages
# Readers of a page start a machine with ./dtrace-vm. The test is in that machine already, so the command runs dtrace here.
cat >$pages/dtrace-vm <<'END'
#!/bin/sh
while :; do
	case $1 in
	--isa) [ "$2" = "$ISA" ] || { echo "this is $ISA"; exit 2; } ;;
	--kernel) [ "$2" = "$KERNEL" ] || { echo "this is $KERNEL"; exit 2; } ;;
	*) break ;;
	esac
	shift 2
done
exec dtrace "$@"
END
chmod 755 $pages/dtrace-vm

# page_plain FILE: its lines without their numbers, bars and widths
page_plain()
{
	sed 's/0x[0-9a-f]*/N/g; s/[0-9][0-9,]*/N/g; s/@//g; s/-\{3,\}/-/g; s/[ \t][ \t]*/ /g; s/^ //; s/ $//; /^$/d' "$1" | sort -u
}

# page_shows WHAT FILE: what it printed has what the page wants to see there; without such a wish, half of the page's lines
page_shows()
{
	local pattern lines
	check "$1: the page shows something" test -s "$2.wanted"
	if [ -s "$2.shows" ]; then
		sed 's/[ \t]*$//' "$2.got" >$pages/got
		while read -r pattern; do
			check "$1: $pattern" grep -Eq -- "$pattern" $pages/got
		done <"$2.shows"
		return
	fi
	page_plain "$2.wanted" >$pages/wanted
	page_plain "$2.got" >$pages/got
	lines=$(wc -l <$pages/wanted)
	at_least "$1: lines of the page that are printed again, of $lines" "$(grep -cxFf $pages/got $pages/wanted)" $(((lines + 1) / 2))
}

# page_example WHAT FILE: in the page's own folder. `-o` adds to a file, which another page may have, too
page_example()
{
	local status from
	from=$(cut -d' ' -f1 /proc/uptime)
	(cd "${2%/*}/work" && exec timeout 120 sh "$2.command") >"$2.got" 2>&1 </dev/null
	status=$?
	echo "===== $1"
	cat "$2.got"
	echo "====="
	echo "$from $(cut -d' ' -f1 /proc/uptime)" | awk '{ printf "took %.1f s\n", $2 - $1 }'
	case $(cat "$2.wanted") in
	*'dtrace: failed to compile'* | *'dtrace: invalid'*) check "$1: fails, as on the page" test $status != 0 ;;
	*) check "$1: status 0" test $status = 0 ;;
	esac
	page_shows "$1" "$2"
}

# page_run PAGE LEAST [NUMBER]...: all examples of docs/PAGE.md that are for this machine, of which it has at least so many; or these alone
page_run()
{
	local page=$1 least=$2 number=0 folder=$pages/$1
	shift 2
	mkdir -p "$folder/work"
	cp $pages/dtrace-vm "$folder/work"
	page_split "/$page.md" "$folder"
	at_least "$page: examples" "$page_count" "$least"
	while [ $((number += 1)) -le "$page_count" ]; do
		[ ! -e "$folder/$number.on" ] || [ "$(cat "$folder/$number.on")" = "$ISA-$KERNEL" ] || continue
		case " ${*:-$number} " in *" $number "*) page_example "$page $number" "$folder/$number" ;; esac
	done
}

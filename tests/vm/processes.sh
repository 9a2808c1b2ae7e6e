# SPDX-License-Identifier: MIT OR GPL-2.0-only
# docs/processes.md: each example on the page is run, ends as it does there, and prints what is there but for its numbers. What it printed comes
# between `===== N` and `=====`, of which tools/run-page writes the page.
# @@limit 900
# @@mem 1024
# @@programs coreutils python3-minimal
# @@with docs
. /job/lib.sh
load
PATH=/usr/bin:$PATH
export PATH
mkdir -p /tmp/page
awk 'BEGIN { for (i = 0; i < 150000; i++) print (i * 7919) % 1000003 }' >/tmp/numbers

# N.command and N.wanted of each block
awk '$0 == "```console" { n++; block = 1; begun = 0; next }
	$0 == "```" { block = 0 }
	!block { next }
	/^# / && !begun { begun = 1; print substr($0, 3) >"/tmp/page/" n ".command"; printf "" >"/tmp/page/" n ".wanted"; next }
	/^>/ { sub(/^> ?/, ""); print >"/tmp/page/" n ".command"; next }
	{ print >"/tmp/page/" n ".wanted" }' /docs/processes.md
count=$(ls /tmp/page | grep -c command)
at_least "examples" "$count" 12

# the lines without their numbers, bars and widths
plain() { sed 's/0x[0-9a-f]*/N/g; s/[0-9][0-9,]*/N/g; s/@//g; s/-\{3,\}/-/g; s/[ \t][ \t]*/ /g; s/^ //; s/ $//; /^$/d' "$1" | sort -u; }

number=0
while [ $((number += 1)) -le "$count" ]; do
	file=/tmp/page/$number
	timeout 120 sh "$file.command" >"$file.got" 2>&1 </dev/null
	status=$?
	echo "===== $number"
	cat "$file.got"
	echo "====="
	case $(cat "$file.wanted") in
	*'dtrace: failed to compile'* | *'dtrace: invalid'*) check "$number: fails, as on the page" test $status != 0 ;;
	*) check "$number: status 0" test $status = 0 ;;
	esac
	plain "$file.wanted" >/tmp/page/wanted
	plain "$file.got" >/tmp/page/got
	same=$(grep -cxFf /tmp/page/got /tmp/page/wanted)
	at_least "$number: lines of the page that are printed again, of $(wc -l </tmp/page/wanted)" "$same" $((($(wc -l </tmp/page/wanted) + 1) / 2))
	check "$number: the page shows something" test -s "$file.wanted"
done
unload
finish

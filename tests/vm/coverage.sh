# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Counts for docs/coverage.md, one `coverage KEY... NUMBER` per line: tools/coverage reads them. Part of the tests as well: the shares that the
# project promises are checked.
# @@limit 900
# @@mem 1024
. /job/lib.sh
for name in ext4 xfs nf_tables loop; do
	modprobe $name
done
load
echo "coverage kernel $(uname -r)"
trace_ok 300 -l -P fbt
cat /proc/dtrace/fbt >/tmp/fbt
tail -n 1 /tmp/fbt

# where the text is in the kernel's image, where that is no ELF file
address_of()
{
	echo $((0x$(awk -v name="$1" '$3 == name { print $1; exit }' /proc/kallsyms)))
}
start=
case ${isa_text_from:-} in
'') ;;
2m) start=$(($(address_of _stext) & 0x1fffff)) ;;
*) start=$(($(address_of _stext) - $(address_of "$isa_text_from"))) ;;
esac
if [ "$start" ]; then
	echo "coverage image start $start"
	echo "coverage image size $(($(address_of _etext) - $(address_of _stext)))"
fi

# Which reasons are ours; the others are the kernel's own word, or say that there is nothing to trace.
awk '
	BEGIN { split("own-module trap-path probe-context cpu-bring-up", list, " "); for (i in list) ours[list[i]] = 1 }
	$1 == "refused" && NF == 4 { whole[$4]++; next }
	$1 == "refused" { part[$4 " " $5]++; next }
	$1 == "incomplete" { incomplete[$NF]++; next }
	$1 == "functions" { for (i = 1; i < NF; i += 2) sum[$i] = $(i + 1) }
	END {
		allowed = sum["functions"] - sum["refused"]
		for (reason in whole) {
			print "coverage refused " reason " " whole[reason]
			if (ours[reason] && reason != "own-module")
				allowed += whole[reason]
		}
		for (which in part)
			print "coverage " which " " part[which]
		for (reason in incomplete)
			print "coverage incomplete " reason " " incomplete[reason]
		for (name in sum)
			print "coverage sum " name " " sum[name]
		entries = sum["functions"] - sum["refused"] - sum["entries-refused"]
		can_return = sum["functions"] - sum["refused"] - part["return no-exit"]
		complete = sum["functions"] - sum["refused"] - sum["returns-refused"] - sum["returns-incomplete"]
		print "coverage allowed " allowed
		print "coverage entries " entries
		print "coverage can-return " can_return
		print "coverage complete " complete
		printf "coverage entry-per-mille %d\n", 1000 * entries / allowed
		printf "coverage return-per-mille %d\n", 1000 * complete / can_return
	}' /tmp/fbt | sort >/tmp/coverage
cat /tmp/coverage
at_least "entries, per mille of what the kernel lets be traced" "$(sed -n 's/^coverage entry-per-mille //p' /tmp/coverage)" 990
at_least "functions with all their returns, per mille of those that can return" "$(sed -n 's/^coverage return-per-mille //p' /tmp/coverage)" 970

# every instruction, counted: too many to be made. (Where a name says nothing at all, sizes say that without counting.)
trace 300 -n 'instr:::*-* { @ = count(); }'
sed -n 's/^class \([a-z]*\) \([0-9]*\) refused \([0-9]*\)$/coverage class \1 \2\ncoverage class-refused \1 \3/p' /proc/dtrace/instr
at_least "instructions" "$(awk '$1 == "class" { n += $3 } END { print n }' /proc/dtrace/instr)" 500000
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# published.sh - the probes that other systems publish (tests/published/names.txt), beside those of this kernel: prints which hook each
# has, or why it has none. tests/published/test_published.py asks that each is in a table, or that a page says why not.
# @@with tests/published
. /job/lib.sh
load
printf '%-10s %-22s %s\n' PROVIDER NAME 'HOOK, OR WHY NONE'
grep -v '^#' /published/names.txt | while read -r provider names; do
	for name in $names; do
		awk -v provider="$provider" -v name="$name" '
			{ field = split($2, part, ":") }
			field == 4 && part[4] == name && $1 == "probe" { hooks = hooks " " $3 }
			field == 4 && part[4] == name && $1 == "refused" { why = why " " $3 " " $4 }
			END { printf "%-10s %-22s%s%s\n", provider, name, hooks, hooks ? "" : why ? " refused:" why : " not offered" }' "/proc/dtrace/$provider"
	done
done >/tmp/table
cat /tmp/table
at_least "published probes that have a hook here" "$(grep -cE ' (tp|entry|return|syscall):' /tmp/table)" 90
check "each refused one has its reason" test -z "$(awk '/ refused:/ && $NF !~ /^[a-z]+-[a-z-]+$/' /tmp/table)"
for provider in $(awk '{ print $1 }' /tmp/table | uniq); do
	if ! grep -q '^probe ' "/proc/dtrace/$provider"; then
		trace 60 -l -P "$provider"
		check "$provider: nothing to list, its module is not there" grep -q 'No probe matches' /tmp/err
		continue
	fi
	trace_ok 60 -l -P "$provider"
	awk 'NR > 1 { print $NF }' /tmp/out | sort -u >/tmp/listed
	awk -v provider="$provider" '$1 == "probe" { split($2, part, ":"); print part[4] }' "/proc/dtrace/$provider" | sort -u >/tmp/told
	check "$provider: dtrace lists what its report tells" cmp -s /tmp/listed /tmp/told
done
unload
finish

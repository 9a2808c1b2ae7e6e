#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# seed.sh <fuzz target> - the driver's seed is the option, else ANYTRACE_SEED, else the date; the same seed is the same run.
failures=0

# expect WHAT WANTED COMMAND...: the first line it prints
expect()
{
	what=$1 wanted=$2
	shift 2
	first=$("$@" -n 300 | head -n 1)
	[ "$first" = "seed $wanted" ] && echo "ok: $what" && return
	echo "NOT OK: $what: '$first', wanted 'seed $wanted'"
	failures=$((failures + 1))
}

# inputs SEED: the inputs that got far, as one sum
inputs()
{
	folder=$(mktemp -d)
	"$program" -s "$1" -n 3000 -k "$folder" >/dev/null
	cat "$folder"/* | cksum
	rm -r "$folder"
}

program=$1
unset ANYTRACE_SEED
today=$(date -u +%Y%m%d)
first=$("$program" -n 300 | head -n 1)
[ "$today" = "$(date -u +%Y%m%d)" ] || today=${first#seed } # midnight
[ "$first" = "seed $today" ] && echo "ok: the date" || { echo "NOT OK: '$first' on $today"; failures=$((failures + 1)); }
expect "the environment" 77 env ANYTRACE_SEED=77 "$program"
expect "the option" 78 env ANYTRACE_SEED=77 "$program" -s 78
one=$(inputs 5) again=$(inputs 5) other=$(inputs 6)
[ "$one" = "$again" ] && echo "ok: a run can be repeated" || { echo "NOT OK: the same seed, other inputs"; failures=$((failures + 1)); }
[ "$one" != "$other" ] && echo "ok: another seed" || { echo "NOT OK: another seed, the same inputs"; failures=$((failures + 1)); }
exit $failures

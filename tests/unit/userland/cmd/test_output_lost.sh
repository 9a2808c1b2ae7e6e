#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_output_lost.sh DTRACE - output that cannot be written, on a disk that is full: whatever prints says so, once, and ends with 1. On the host
# engine.
dtrace=$1
full=/dev/full
failed=0 checks=0
err=$(mktemp)
trap 'rm -f "$err"' EXIT
if [ ! -c $full ] || [ ! -w $full ]; then
	echo "skipped: there is no $full that could be written to"
	exit 77
fi

# lost WHERE ARG...: dtrace with these, whose output goes to WHERE, says once that it is lost, and has status 1
lost()
{
	local where=$1 got said
	shift
	checks=$((checks + 1))
	if [ "$where" = stdout ]; then
		timeout 60 "$dtrace" "$@" >$full 2>"$err" </dev/null
	else
		timeout 60 "$dtrace" -o $full "$@" >/dev/null 2>"$err" </dev/null
	fi
	got=$?
	said=$(grep -c '^dtrace: cannot write output' "$err")
	if [ $got != 1 ] || [ "$said" != 1 ]; then
		echo "FAILED: dtrace $* ($where): status $got, said $said times"
		sed 's/^/    /' "$err" | head -5
		failed=$((failed + 1))
	fi
}

for option in --help -V --examples; do
	lost stdout $option
done
for where in stdout file; do
	lost $where -l
	lost $where -qn 'BEGIN { trace(1); exit(0); }'
	lost $where -qn 'BEGIN { @ = count(); exit(0); }'
	lost $where -qvn 'BEGIN { exit(0); }' -e
	for format in text json csv folded speedscope; do
		lost $where -x oformat=$format -qn 'BEGIN { @[stack()] = count(); exit(0); }'
	done
done
lost file -qn 'BEGIN { trace(1); exit(0); }'
grep -q "to $full: No space left on device" "$err" || { echo "FAILED: neither the file nor the reason is named"; failed=$((failed + 1)); }
# exit() asks for another status: what was lost is the first thing to know
lost stdout -qn 'BEGIN { trace(1); exit(7); }'
echo "$checks checks, $failed failures"
[ $failed = 0 ]

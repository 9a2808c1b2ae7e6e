# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For tests that run $dtrace on the host engine and look at what it prints: sourced in an empty folder. Such a test ends with `finish`.
failed=0 checks=0
[ ! -e /dev/dtrace/dtrace ] || { echo "skipped: the module is loaded"; exit 0; }

# check WHAT STATUS ARG...: leaves out (blanks are one each, without empty lines) and err
check()
{
	local status=$2 got
	what=$1 checks=$((checks + 1))
	shift 2
	timeout 60 "$dtrace" "$@" >out.all 2>err </dev/null
	got=$?
	tr -s ' \t' ' ' <out.all | sed 's/^ //; s/ $//; /^$/d' >out
	[ $got = "$status" ] || fail "status $got, not $status"
}
fail()
{
	echo "FAILED: $what: $1"
	sed 's/^/    /' out err | head -12
	failed=$((failed + 1))
}
out_is() { [ "$(sort out)" = "$(printf '%s\n' "$@" | sort)" ] || fail "printed, and not: $*"; }
out_has() { grep -Eqx -- "$1" out || fail "did not print $1"; }
err_has() { grep -Eq -- "$1" err || fail "did not say $1"; }
err_lacks() { ! grep -Eq -- "$1" err || fail "said $1"; }

finish()
{
	echo "$checks checks, $failed failed"
	[ $failed = 0 ]
	exit
}

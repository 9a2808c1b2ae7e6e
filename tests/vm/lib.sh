# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For the scripts that run in a guest: sourced as `. /job/lib.sh`. A script ends with `finish`.
test_failures=0

ok()
{
	echo "ok: $*"
}

not_ok()
{
	echo "NOT OK: $*"
	test_failures=$((test_failures + 1))
}

# check WHAT command...: the command must succeed
check()
{
	local what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

finish()
{
	if [ "$test_failures" -gt 0 ]; then
		echo "$test_failures check(s) failed"
		exit 1
	fi
	exit 0
}

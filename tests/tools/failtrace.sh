# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments='openat cat'
work()
{
	echo 1 >/tmp/there
	cat /tmp/there /nothing/here >/tmp/out 2>&1
}
verify()
{
	row '^cat\[[0-9]+\]: openat\(\) failed: ENOENT$'
	row '^ +-> do_sys_openat2$'
	row '^ +<- [a-zA-Z_0-9.]+ = -ENOENT$'
	# pointers are whole; a tail call has no result yet
	row '^ +<- [a-zA-Z_0-9.]+ = 0x[0-9a-f]{8,16}$'
	! isa_can tail-calls || row '^ +<- [a-zA-Z_0-9.]+ \(tail call\)$'
	check "nothing else comes back" test "$(grep '<-' /tmp/shown | grep -Ecv '^ +<- [a-zA-Z_0-9.]+ (= (-E[A-Z0-9_]+|-[0-9]+|0|0x[0-9a-f]+)|\(tail call\))$')" = 0
	check "one that failed, none that did not" test "$(grep -c 'failed: ' /tmp/shown)" = 1
}

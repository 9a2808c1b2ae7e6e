# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives nap 20
}
verify()
{
	check "woken from each of 20 naps" awk '/^  / && NF == 1 { on = $1 == "lives" } on && /\|/ { sum += $NF } END { exit sum < 20 }' /tmp/shown
}

#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A value that was forgotten: each script of the tree says so in one line that names the option, and ends with status 2. Which options take
# a value is read from the scripts, so that a new one is tried as well. And the labels that ./run-tests takes are those of tests.
#
#	test_options.sh BUILD-FOLDER
top=$(cd "$(dirname "$0")/../../.." && pwd)
failures=0 tried=0

fail()
{
	echo "NOT OK: $*"
	failures=$((failures + 1))
}

# says_so SCRIPT ARGUMENT...: the last argument is the option
says_so()
{
	local said status option=${*: -1}
	said=$(cd "$top" && timeout 60 "./$1" "${@:2}" 2>&1 >/dev/null </dev/null)
	status=$?
	tried=$((tried + 1))
	[ "$status" = 2 ] || fail "$*: status $status"
	[ "$(wc -l <<<"$said")" = 1 ] || fail "$*: says more than a line: $said"
	case $said in *unbound* | *'line '[0-9]*) fail "$*: $said" ;; esac
	case $said in *"$option"*) ;; *) fail "$*: does not name the option: $said" ;; esac
}

# options SCRIPT: those of its case lines whose value is taken from the next word
options()
{
	sed -n 's/^[[:blank:]]*\(--[a-z-]*\)) .*\$2.*/\1/p; s/^[[:blank:]]*\(--[a-z-]*\)) needs_value .*/\1/p' "$top/$1" | sort -u
}

for script in dtrace-vm run-tests toolchains/module toolchains/package toolchains/vm-build toolchains/vm-run tests/bench/run tests/bench/where tests/d/run; do
	before=$tried
	for option in $(options $script); do
		says_so "$script" "$option"
	done
	[ $tried -gt "$before" ] || fail "$script: no option with a value was found"
done
says_so tests/stress/long --list
for option in --build --least; do
	said=$(cd "$top" && tools/mutate $option 2>&1 >/dev/null)
	[ $? = 2 ] && grep -q -- "argument $option: expected one argument" <<<"$said" || fail "tools/mutate $option: $said"
done
said=$(cd "$top" && tools/check-includes.py --objects 2>&1 >/dev/null)
[ $? = 2 ] && grep -q -- "argument --objects: expected one argument" <<<"$said" || fail "tools/check-includes.py --objects: $said"
said=$(cd "$top" && tools/coverage guest 2>&1 >/dev/null)
[ "$said" = "coverage: guest: missing a required argument: 'isa'" ] || fail "tools/coverage guest: $said"
for script in check check-format; do
	said=$(cd "$top" && tools/$script --nosuch 2>&1 >/dev/null)
	[ $? = 2 ] && grep -q "tools/$script" <<<"$said" || fail "tools/$script --nosuch: $said"
done
said=$(cd "$top" && toolchains/module-source 2>&1 >/dev/null)
[ $? = 2 ] && grep -q "toolchains/module-source FOLDER" <<<"$said" || fail "toolchains/module-source: $said"

# those of guests are not there in a build without them
labels=$("$top/run-tests" --help | sed -n 's/^ *LABEL .* labels: \(.*\),$/\1/p')
known=" $(ctest --test-dir "$1" --print-labels 2>/dev/null | tr -s ' \n' ' ')"
[ "$(wc -w <<<"$labels")" -gt 4 ] || fail "./run-tests --help names no labels: $labels"
for label in $labels; do
	case $label-$known in vm-* | stress-*) [[ $known == *" cpu-"* ]] || continue ;; esac
	[[ $known == *" $label "* ]] || fail "./run-tests takes the label $label, which no test has: $known"
done

echo "$tried options tried, $failures failures"
[ "$failures" = 0 ]

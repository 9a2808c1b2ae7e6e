#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_defined.sh DTRACE DEFINED TREE - probes that programs define, traced on the host engine: exact numbers, arguments and their types by the
# definition, semaphores, children, libraries that come later, what is said of a provider that is not there. DEFINED is tests/vm/helpers/defined.c.

dtrace=$1 defined=$2 tree=$3
here=$(dirname "$(realpath "$0")")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$tree"/tests/unit/userland/tracee/defined/* "$dir" && cd "$dir" || exit 1
. "$here/command.sh"

if "$dtrace" -h -s shop.d && cc -O2 -w -c shop.c && cc shop.o -o plain && "$dtrace" -G -s shop.d shop.o -o probes.o &&
	cc shop.o probes.o -o shop && cc -O2 -w -shared -fPIC -DBRANCH shop.c -o libbranch.so; then :; else exit 1; fi

# ---- numbers
check "all probes, from the first one on" 0 -qn 'server$target::: { @[probename] = count(); }' -c "$defined 3 200 5 once"
out_is ready "semaphores 1 1" "guarded 600" "done 1" "guarded 600" "idle 600" "request-start 600"
check "what nobody traces is not guarded" 0 -qn 'server$target:::idle { @ = count(); }' -c "$defined 1 50 2 once"
out_is ready "semaphores 0 0" "guarded 0" "done 1" 50
check "values" 0 -qn 'server$target:::request-start /copyinstr(arg0) == "/index"/ { @["n"] = sum(arg1); @s["s"] = min((int64_t)arg2); @o["o"] = max(args[3]); }' -c "$defined 1 10 0 once"
out_has "n 45"
out_has "s -9"
out_has "o 255"

# ---- names
check "in which module and function" 0 -qn 'server$target:a.out:idle:i* { printf("%s:%s:%s\n", probemod, probefunc, probename); }' -c "$defined 1 1 0 once"
out_has "$(basename "$defined"):idle:idle"
check "a pattern for the provider" 0 -qn 's*r$target:::idle { @ = count(); }' -c "$defined 1 7 0 once"
out_has 7
check "another module has none" 1 -qn 'server$target:libc::idle { }' -c "$defined 1 1 0 once"
check "a list" 0 -ln 'server$target:::' -c "$defined 1 1 0 once"
[ "$(grep -c 'server[0-9]* ' out)" = 3 ] || fail "does not list three probes"

# ---- by the definition
check "arguments as programs of D see them" 0 -qn 'shop$target:::sell { printf("%s %d\n", copyinstr((uintptr_t)args[0]), args[1]); } shop$target:::close-up { printf("%d %d\n", args[0], args[1]); }' -c "./shop 2"
out_is "street 0 0" "street 1 1" "65535 -1"
check "arg0 is args[0]" 0 -qn 'shop$target:::sell { printf("%s %d\n", copyinstr(arg0), arg1); }' -c "./shop 1"
out_is "street 0 0"
check "types and attributes" 0 -lvn 'shop$target:::sell' -c "./shop 1"
out_has 'args\[0\]: char \*'
out_has 'args\[1\]: int'
out_has 'Identifier Names: Evolving'
check "no argument is shown" 1 -qn 'shop$target:::hide { trace(args[0]); }' -c "./shop 1"
check "without a definition: by the place" 0 -lvn 'shop$target:::sell' -c "./plain 1"
out_has 'args\[0\]: int32_t'
out_has 'args\[1\]: uint64_t|args\[1\]: uint32_t'

# ---- by a definition that the file does not have
types='request__start(const char *path, long number, short small, unsigned char octet)'
mkdir -p library
echo "provider server { probe $types; };" >library/server.d
check "types by the program that traces" 0 -lvn "provider server { probe $types; }; server\$target:::request-start" -c "$defined 1 1 0 once"
out_has 'args\[0\]: const char \*' && out_has 'args\[1\]: long' && out_has 'args\[2\]: short' && out_has 'args\[3\]: unsigned char'
check "types by a library" 0 -L "$PWD/library" -qn 'server$target:::request-start { @[copyinstr(args[0])] = sum(args[1]); @s["s"] = min(args[2]); }' -c "$defined 1 10 0 once"
out_has "/index 45" && out_has "s -9"
echo 'provider server { probe request__start(const char *path, long number, short small, int octet, int none); };' >library/server.d
check "a definition with larger integers, and more" 0 -L "$PWD/library" -lvn 'server$target:::request-start' -c "$defined 1 1 0 once"
out_has 'args\[3\]: int' && ! grep -q 'args\[4\]' out || fail "has more arguments than the site"
for other in 'const char *path, int number' 'const char *path, long number, const char *small' 'char path'; do
	echo "provider server { probe request__start($other); };" >library/server.d
	check "a definition of something else: $other" 0 -L "$PWD/library" -lvn 'server$target:::request-start' -c "$defined 1 1 0 once"
	out_has 'args\[0\]: uint64_t' && out_has 'args\[1\]: int64_t' && out_has 'args\[2\]: int16_t'
done
echo 'provider shop { probe sell(int); };' >library/server.d
check "the file's own definition is taken first" 0 -L "$PWD/library" -lvn 'shop$target:::sell' -c "./shop 1"
out_has 'args\[0\]: char \*'
echo 'provider python { probe gc__start(char *, long); probe other(); };' >python.d
check "a definition that the D library has, too, otherwise" 0 -h -s python.d
grep -q PYTHON_OTHER python.h || fail "no header"

# ---- libraries
check "a library that is loaded later" 0 -qn 'shop$target:libbranch.so::look { @ = count(); }' -Z -c "./plain 0 $PWD/libbranch.so"
[ "$(cat out)" -ge 10 ] 2>/dev/null || fail "not ten firings in two seconds"

# ---- what is not there
check "a provider that the program does not have" 1 -qn 'shops$target:::sell { }' -c "./plain 1"
err_has 'process [0-9]+ defines probes of these providers only: shop\)$'
check "a program without probes" 1 -qn 'shop$target:::sell { }' -c "sleep 100"
err_has 'process [0-9]+ defines no probes\)$'
check "no such process" 1 -qn 'shop999999999:::sell { }'
err_has 'failed to grab pid 999999999: no such process'
check "a probe that the provider does not have" 1 -qn 'shop$target:::sel { }' -c "./plain 1"
err_has "does not match any probes"

# ---- a program of others, where this machine has one
python=$(PATH=/usr/bin command -v python3)
if [ -n "$python" ] && readelf -n "$python" 2>/dev/null | grep -q import__find__load__start; then
	check "python3" 0 -qn 'python$target:::import-find-load-start /copyinstr(arg0) == "colorsys"/ { @ = count(); }' -c "$python -c 'import colorsys'"
	out_is 1
else
	echo "python3: not looked at: none with probes here"
fi

finish

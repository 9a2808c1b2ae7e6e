#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_tool.sh DTRACE TOP - tools: what their first comment says, their options and arguments, on the host engine; each one that is installed
# has its help.
dtrace=$1 top=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

fail()
{
	echo "FAILED: $1"
	sed 's/^/    /' out err | head -12
	failed=$((failed + 1))
}

# run STATUS ARGUMENT...: the tool ./demo.d with these
run()
{
	local want=$1 got
	shift
	timeout 60 "$dtrace" --tool ./demo.d "$@" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || fail "demo $*: status $got, not $want"
}

out_has() { grep -Eq -- "$1" out || fail "did not print $1"; }
err_has() { grep -Eq -- "$1" err || fail "did not say $1"; }

cat >demo.d <<'D'
#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * demo - what are the options?
 *
 *	demo [-p pid | -c command] [-d seconds] [-j] what [more]
 *
 * Prints them.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	printf("what %s more %s pid %d top %d seconds %d\n", $$1, $$2, tool_pid, tool_top, tool_seconds);
}

BEGIN
/!tool_seconds && !tool_pid/
{
	exit(3);
}
D
# the largest rows, whole: of several aggregations, too
cat >rows.d <<'D'
#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * rows - which are the largest?
 *
 *	rows [-t top]
 *
 * Prints them.
 */
#pragma D option quiet
#pragma D option aggsortrev

tick-1ms
/i < 30/
{
	i++;
	@first[i] = sum(i);
	@second[i] = sum(1000 + i);
}

tick-1ms
/i == 30/
{
	exit(0);
}

END
{
	printa("row %d %@d %@d\n", @first, @second);
}
D
timeout 60 "$dtrace" --tool ./rows.d -t 2 >out 2>err </dev/null || fail "rows: status $?"
[ "$(grep row out)" = "$(printf 'row 30 30 1030\nrow 29 29 1029')" ] || fail "not the two largest rows"
timeout 60 "$dtrace" --tool ./rows.d >out 2>err </dev/null || fail "rows: status $?"
[ "$(grep -c 'row [0-9]' out)" = 20 ] || fail "not the 20 largest rows"
timeout 60 "$dtrace" -x toprows=0 -qn 'BEGIN { exit(0); }' >out 2>err </dev/null && fail "toprows=0 is accepted"

run 3 one; out_has '^what one more  pid 0 top 20 seconds 0$'
run 3 one two; out_has '^what one more two '
run 0 -d 1 one; out_has ' seconds 1$'
run 0 -j -d 1 one; out_has '^\{"type":"record",.*"values":\["one","",0,20,1\]'
run 0 -d1 -- -one; out_has '^what -one '
run 0 -c 'sleep 0.1' one; out_has ' pid [1-9][0-9]* '
run 0 --help; out_has '^demo - what are the options\?$'; out_has '^  -p PID '; out_has '^Prints them.$'
! grep -q '^  -t' out || fail "help has an option that the usage has not"
run 2; err_has '^demo: an argument is missing$'
run 2 a b c; err_has "^demo: 'c' is an argument too many$"
run 2 -t 5 a; err_has '^demo: it has no option -t$'
run 2 -q a; err_has '^demo: it has no option -q$'
run 2 -d x a; err_has "^demo: -d wants a number of seconds, not 'x'$"
run 2 -d; err_has '^demo: option -d needs an argument$'
run 2 -p 1 -p 2 a; err_has '^demo: one process can be given$'

run 2 --wide a; err_has '^demo: it has no option --wide$'
run 2 a --report; err_has '^demo: option --report needs an argument$'
for report in --report=page.html '--report page.html'; do
	rm -f page.html
	run 3 $report one; grep -q 'tool_seconds' page.html || fail "the page of $report does not have the program"
done
timeout 60 "$dtrace" --tool=./demo.d one >out 2>err </dev/null; [ $? = 3 ] || fail "--tool=FILE"

# the titles are for people: whoever reads the output by a program has data alone
cat >titles.d <<'D'
#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * titles - what is data?
 *
 *	titles [-j]
 *
 * 42.
 */
#pragma D option quiet

BEGIN
/tool_text/
{
	printf("ANSWER\n");
}

BEGIN
{
	@[stack(), 42] = count();
	@less[stack()] = sum(-1);
	printf("%d\n", 42);
	exit(0);
}
D
titles() { timeout 60 "$dtrace" --tool ./titles.d "$@" >out 2>err </dev/null || fail "titles $*: status $?"; }
titles; out_has '^ANSWER$'; out_has '^42$'
titles -x oformat=text; out_has '^ANSWER$'
for json in -j '-x json' '-x oformat=json'; do
	titles $json; out_has '"values":\[42\]'
	! grep -q ANSWER out || fail "titles $json has the title"
done
titles -x oformat=folded
err_has '^dtrace: 1 record, 1 negative value are not in the output: folded is for stacks, json has everything$'

# words of the usage line that want something
say_words()
{
	sed "s/what \[more\]/$1/; s/defaultargs/&\n#pragma D option quiet/" demo.d >words.d
	shift
	timeout 60 "$dtrace" --tool ./words.d "$@" >out 2>err </dev/null
}
# word_is WORD ARGUMENT WANTED: what the script has of it
word_is()
{
	say_words "$1" "$2"
	out_has "^what $3 more "
}
# word_is_not WORD ARGUMENT PATTERN
word_is_not()
{
	say_words "$1" "$2"
	[ $? = 2 ] || fail "$1 may be $2"
	[ ! -s out ] || fail "$1 $2: printed something"
	err_has "^demo: $1 is $3$"
	! grep -q words.d err || fail "$1 $2: names the script"
}
for word in interval ms port uid; do
	word_is "[$word]" 5 5; word_is "$word" 0 0; word_is "$word" 010 10; word_is "$word" 000 0
done
word_is port 65535 65535; word_is uid 4294967295 4294967295
word_is_not interval abc "a number of seconds, not 'abc'"
word_is_not ms x "a number of milliseconds, not 'x'"
word_is_not ms 1.5 "a number of milliseconds, not '1.5'"
word_is_not port http "a number up to 65535, not 'http'"
word_is_not port 65536 "a number up to 65535, not '65536'"
word_is_not uid root "the number of a user, not 'root'"
word_is_not uid 4294967296 "the number of a user, not '4294967296'"
word_is_not uid 18446744073709551617 "the number of a user, not '18446744073709551617'"
word_is_not ms '' "a number of milliseconds, not ''"
word_is signal 15 15; word_is signal TERM 15; word_is signal sigterm 15; word_is signal SIGKILL 9; word_is signal 64 64
word_is_not signal 0 "a number from 1 to 64 or a name, as 15 or TERM, not '0'"
word_is_not signal 65 ".*, not '65'"; word_is_not signal KIL ".*, not 'KIL'"; word_is_not signal SIG ".*, not 'SIG'"
word_is pattern 'vfs_*' 'vfs_\*'; word_is function vfs_read vfs_read; word_is call openat openat
name="the name of a function, with \* and \? as in the shell, not"
word_is_not pattern fbt::vfs_read:entry "$name 'fbt::vfs_read:entry': did you mean 'vfs_read'\?"
word_is_not pattern vfs_read:return "$name 'vfs_read:return': did you mean 'vfs_read'\?"
word_is_not pattern kprobe:vfs_read "$name 'kprobe:vfs_read': did you mean 'vfs_read'\?"
word_is_not pattern ::: "$name ':::'"
word_is_not pattern 'vfs_read { exit(1)' "$name 'vfs_read \{ exit\(1\)'"
word_is_not function a,b "the name of a function, not 'a,b'"
word_is_not call syscall::openat:entry "the name of a system call, not 'syscall::openat:entry': did you mean 'openat'\?"
word_is variable arg0 arg0
word_is_not variable 'args\[0\]' "one name, as arg0 or errno, not .*"
word_is_not variable 1 "one name, as arg0 or errno, not '1'"
word_is probe vfs:a:b:c vfs:a:b:c
word_is_not probe 'BEGIN { }' "provider:module:function:name, not 'BEGIN \{ \}'"
say_words 'pattern uid' 'vfs_*' x; err_has "^demo: uid is the number of a user, not 'x'$"
word_is where http http

# one that wants a process, and -t
sed -i 's/^ \*	demo .*/ *	demo -p pid [-t top] what\n *	demo -c command [-t top] what/' demo.d
run 2 a; err_has '^demo: it wants a process: -p PID, or -c COMMAND$'
run 0 -c 'sleep 0.1' -t 7 a; out_has ' top 7 '
run 2 -c true -t 0 a; err_has "^demo: -t wants a number of rows, not '0'$"

# no tools
echo 'BEGIN { exit(0); }' >demo.d
run 1; err_has '^dtrace: --tool ./demo.d: its first comment is not that of a tool'
rm demo.d
run 1; err_has '^dtrace: --tool ./demo.d: no such script; --list-tools shows'
"$dtrace" --tool >out 2>err; [ $? = 2 ] || fail "--tool alone"

tools=0
for file in "$top"/userland/tools/*.d; do
	name=$(basename "$file" .d)
	tools=$((tools + 1))
	"$dtrace" --tool "$file" --help >out 2>err || fail "$name --help"
	out_has "^$name - .*[?]\$"
	out_has "^	$name( |\$)"
	grep -qE ' -j\b' out || fail "$name has no -j"
	out_has '^  --report FILE '
	lines=$(sed -n '/^#pragma/,$p' "$file" | grep -c .)
	[ "$lines" -le 110 ] || fail "$name has $lines lines"
done

# without the kernel a tool has no answer: an error, and never an empty table
if [ ! -e /dev/dtrace/dtrace ]; then
	for file in "$top"/userland/tools/*.d; do
		name=$(basename "$file" .d) arguments=
		case $name in
		ustackcount) continue ;;
		argdist) arguments='syscall::write:entry arg2' ;;
		failtrace) arguments=openat ;;
		func* | stackcount) arguments=vfs_read ;;
		esac
		# shellcheck disable=SC2086
		timeout 60 "$dtrace" --tool "$file" -d 1 $arguments >out 2>err </dev/null
		[ $? = 1 ] || fail "$name does not fail"
		[ ! -s out ] || fail "$name: prints something"
		[ "$(wc -l <err)" = 1 ] || fail "$name: not one line"
		err_has "^dtrace: $name cannot answer: no kernel tracing here: /dev/dtrace/dtrace is not there, .*dtrace-vm"
	done
	# of one process the host engine has everything
	cat >program.c <<'C'
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
int main(void) { int n = 0; for (int i = 0; i < 5; i++) n += point(i); return n == 0; }
C
	cc -O1 -o program program.c
	timeout 60 "$dtrace" --tool "$top/userland/tools/ustackcount.d" -c ./program --report page.html point >out 2>err </dev/null || fail "ustackcount: status $?"
	[ ! -s err ] || fail "ustackcount said something"
	out_has '^Calls of point in process [0-9]+; Ctrl-C ends.$'; out_has '^ +5$'; out_has 'program`main'
	grep -q 'program`main' page.html || fail "the page of ustackcount has no stack"
	timeout 60 "$dtrace" --tool "$top/userland/tools/ustackcount.d" -c ./program pointless >out 2>err </dev/null
	[ $? = 1 ] || fail "ustackcount finds what is not there"
	err_has 'pointless'; ! grep -q 'cannot answer' err || fail "ustackcount cannot answer"
fi
[ $tools -ge 30 ] || fail "$tools tools only"
echo "$tools tools, $failed failures"
[ $failed = 0 ]

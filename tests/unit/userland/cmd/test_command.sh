#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_command.sh DTRACE - the command line of dtrace(8): options, messages, exit statuses, layouts of -l, signals.
# On the host engine: what it prints there does not depend on the machine.

dtrace=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0 checks=0
host=true
[ ! -e /dev/dtrace/dtrace ] || host=false

fail()
{
	echo "FAILED: dtrace $command: $1"
	failed=$((failed + 1))
}

# run STATUS ARG...: leaves out, err (without the line about the host engine), err.all
run()
{
	local want=$1 got
	shift
	command=$*
	checks=$((checks + 1))
	timeout 120 "$dtrace" "$@" >out 2>err.all </dev/null
	got=$?
	sed '/^dtrace: on the host engine, /d' err.all >err
	[ $got = "$want" ] || { fail "status $got, not $want"; sed 's/^/    /' err | head -5; }
}

# out_is TEXT / err_is TEXT: exactly that (with its last newline); *_has PATTERN: a line that matches
out_is() { [ "$(cat out; echo .)" = "$1"$'\n'. ] || { fail "printed"; sed 's/^/    /' out; }; }
err_is() { [ "$(cat err; echo .)" = "$1"$'\n'. ] || { fail "said"; sed 's/^/    /' err; }; }
out_has() { grep -Eq -- "$1" out || { fail "did not print $1"; sed 's/^/    /' out | head -5; }; }
err_has() { grep -Eq -- "$1" err || { fail "did not say $1"; sed 's/^/    /' err | head -5; }; }
err_empty() { [ ! -s err ] || { fail "said something"; sed 's/^/    /' err; }; }
out_empty() { [ ! -s out ] || { fail "printed something"; sed 's/^/    /' out; }; }

# ---- usage: status 2
run 2; err_has '^Usage: dtrace'
run 2 -k; err_has 'unknown option -k'
run 2 --nonsense; err_has 'unknown option --nonsense'
run 2 -n; err_has 'option -n needs an argument'
run 2 -l -V; err_has 'only one of'
for pair in --list-tool=--list-tools --example=--examples --toool=--tool --reprot=--report -help=--help -version=--version -list-tools=--list-tools; do
	run 2 "${pair%%=*}"; err_has "^dtrace: unknown option ${pair%%=*}: did you mean ${pair#*=}\?$"
done
run 2 --report= -n BEGIN; err_has '^dtrace: option --report has an empty argument$'
run 2 --report '' -n BEGIN; err_has '^dtrace: option --report has an empty argument$'
run 2 --examples=; err_has '^dtrace: option --examples has an empty argument$'
run 0 --help; out_has '^Usage: dtrace'; err_empty
[ "$(wc -l <out)" -le 24 ] || fail "does not fit one screen"
[ "$(awk '{ if (length > m) m = length } END { print m }' out)" -le 95 ] || fail "has lines that are too wide"

# ---- --self-test: without the module what the host engine has is tried, and the rest said to be missing
if $host; then
	run 1 --self-test; out_has '^engine .* host +FAILED: .*/dev/dtrace/dtrace'; out_has '^dtrace +BEGIN +1 +ok$'; out_has '^fbt .* not tried'
	out_has '^tracing does not work here as it should: 1 failed, [1-9][0-9]* not tried$'; err_empty
fi
run 2 --self-test -l; err_has 'only one of'

# ---- -V
run 0 -V; out_has '^dtrace: .* D [0-9]+\.[0-9]+$'; err_empty

# ---- what is not there yet says so: status 1, one line
run 1 -c ./nonsense; err_has '^dtrace: failed to execute ./nonsense: No such file'; out_empty
# -c is no shell: what is meant for one is said, what is quoted is a word
run 0 -qc 'echo a | wc' -n 'END { }'; out_has '^a [|] wc$'; err_is "dtrace: -c is no shell: it takes '|' as a word; a shell is -c \"sh -c '...'\""
run 1 -qc 'FOO=1 env' -n BEGIN; err_has "^dtrace: -c is no shell: it takes 'FOO=1' as a word"; err_has '^dtrace: failed to execute FOO=1: No such file'
for quiet in "echo '|' \\> \"&&\"" 'echo a;b' 'find . -maxdepth 0 -exec echo {} ;' 'echo FOO=1' "sh -c 'FOO=1 echo | cat'"; do
	run 0 -qc "$quiet" -n 'END { }'; err_empty
done
run 0 -x compat=illumos -qc 'echo a | wc' -n 'END { }'; err_empty
run 1 -p x; err_has '^dtrace: invalid pid: x$'; out_empty

# ---- ended by a signal while it compiles: nothing was traced, nothing is wrong
printf '#!/bin/sh\nkill -TERM $PPID\necho "BEGIN { trace(1); }"\n' >ends
chmod +x ends
echo 'BEGIN { trace(1); }' >program.d
run 0 -q -C -x cpppath=./ends -s program.d; out_empty; err_empty

# ---- -A saves, -a claims once
run 0 -A -o anon -n 'BEGIN { printf("claimed\n"); exit(4); }' -x quiet; out_empty; err_empty
head -c 4 anon | grep -q DOF || fail "did not save DOF"
export DTRACE_ANONYMOUS=$dir/anon
run 4 -a; out_is $'claimed\n'; err_empty
[ ! -e anon ] || fail "left what was claimed"
run 1 -a; err_has 'no anonymous enabling: .*/anon: No such file'
run 0 -A -n 'BEGIN { @[5] = count(); @[-5] = count(); }' -n 'BEGIN { exit(0); }'; err_has "saved anonymous enabling in $dir/anon"
run 0 -a; out_has '^ +-5 +1$'; out_has '^ +5 +1$'; out_has 'BEGIN'
run 0 -A -n BEGIN
run 0 -A; err_has 'cleaned up old anonymous enabling'; [ ! -e anon ] || fail "left the old file"
run 0 -A; err_empty
run 2 -A -l; err_has 'only one of'
run 1 -A -n 'BEGIN { x }'; [ ! -e anon ] || fail "wrote a program that does not compile"
for bytes in 0 3 64 200; do
	"$dtrace" -A -n 'BEGIN { exit(0); }' 2>/dev/null
	head -c $bytes anon >cut; mv cut anon
	run 1 -a; err_has 'anonymous enabling'
done
unset DTRACE_ANONYMOUS

# ---- -B: bytes
run 0 -B -n 'BEGIN { trace((uint32_t)0x01020304); exit(0); }'
out_has '^CPU [0-9]+ EPID [0-9]+: [0-9]+ bytes$'; out_has ' (04 03 02 01|01 02 03 04)( |$)'

# ---- a clause: the message, the header, the columns
run 0 -n 'BEGIN { exit(0); }'
err_is "dtrace: description 'BEGIN ' matched 1 probe"
out_has '^CPU     ID                    FUNCTION:NAME$'
out_has '^ *[0-9]+ +1 +:BEGIN $'
[ "$(wc -l <out)" = 3 ] || fail "printed $(wc -l <out) lines"
# what runs on the host engine says so once, in one line; not when quiet, by option or by pragma, and not with -e
if $host; then
	run 0 -n 'BEGIN { exit(0); }' -n 'END'
	[ "$(grep -c "^dtrace: on the host engine, not the kernel's: /dev/dtrace/dtrace is not there" err.all)" = 1 ] || fail "did not say once where it runs"
	for quiet in -q '-x quiet'; do
		run 0 $quiet -n 'BEGIN { exit(0); }'; [ ! -s err.all ] || fail "said something"
	done
	run 0 -n '#pragma D option quiet
		BEGIN { exit(0); }'; [ ! -s err.all ] || fail "said something"
	# but always where an answer would be false: samples of this command, probes that are nowhere
	for program in 'profile-97 { @[execname] = count(); } BEGIN { exit(0); }' 'profile:::profile-97 { n++; } BEGIN { exit(0); }'; do
		run 0 -qn "$program"
		[ "$(grep -c "^dtrace: on the host engine, not the kernel's, profile-N samples this command alone: /dev/dtrace/dtrace is not there" err.all)" = 1 ] || fail "did not say what is sampled"
	done
	run 0 -qn 'tick-1ms { exit(0); }'; [ ! -s err.all ] || fail "said something"
	for program in 'fbt:::entry { n++; } BEGIN { exit(0); }' 'BEGIN { exit(0); } syscall::open:entry'; do
		run 0 -qZn "$program"
		[ "$(grep -c '^dtrace: no kernel tracing here: /dev/dtrace/dtrace is not there' err.all)" = 1 ] || fail "did not say what is missing"
	done
	run 0 -en 'BEGIN { exit(0); }'; ! grep -q 'host engine' err.all || fail "said where it would run"
fi
run 3 -n 'BEGIN{exit(3)}'; err_is "dtrace: description 'BEGIN' matched 1 probe"
run 0 -n 'BEGIN,END{exit(0);}'; err_is "dtrace: description 'BEGIN,END' matched 2 probes"
run 0 -n 'BEGIN/0/{trace(1);}' -n 'BEGIN{exit(0);}'
err_has "description 'BEGIN' matched 1 probe"
run 0 -P dtrace'{exit(0);}' ; err_has "description 'dtrace' matched 3 probes"
run 0 -i '1{exit(0);}'; err_has "description '1' matched 1 probe"
run 1 -i foo; err_has 'invalid probe identifier foo'
run 1 -i 0; err_has 'invalid probe identifier 0'
run 1 -i 99999; err_has '99999'
run 1 -n 'a:b:c:d:e'; err_has 'nvalid probe'

# ---- quiet
run 0 -q -n 'BEGIN { printf("x\n"); exit(0); }'; err_empty; out_is $'x\n'
run 0 -qn 'BEGIN { printf("x\n"); exit(0); }'; err_empty; out_is $'x\n'
run 0 -n '#pragma D option quiet
BEGIN { printf("x\n"); exit(0); }'; err_empty; out_is $'x\n'

# ---- options
run 1 -x nosuch -n BEGIN; err_is 'dtrace: failed to set -x nosuch: Invalid option name'
run 1 -x bufsize=4q -n BEGIN; err_is 'dtrace: failed to set -x bufsize=4q: Invalid value for specified option: expected a number of bytes, perhaps with k, m, g or t'
run 1 -b 4q -n BEGIN; err_is 'dtrace: failed to set -x bufsize=4q: Invalid value for specified option: expected a number of bytes, perhaps with k, m, g or t'
run 1 -x bufpolicy=foo -n BEGIN; err_is 'dtrace: failed to set -x bufpolicy=foo: Invalid value for specified option: expected one of ring, fill, switch'
run 1 -x oformat=jsn -n BEGIN; err_is 'dtrace: failed to set -x oformat=jsn: Invalid value for specified option: expected one of text, json, csv, folded, speedscope; did you mean json?'
run 1 -x maxdepth=0 -n BEGIN; err_is 'dtrace: failed to set -x maxdepth=0: Invalid value for specified option: expected a number from 1 to 65535'
run 1 -x strsize=1g -n BEGIN; err_is 'dtrace: failed to set -x strsize=1g: Invalid value for specified option: expected 1 to 1m'
run 1 -x strsize=0 -n BEGIN; err_is 'dtrace: failed to set -x strsize=0: Invalid value for specified option: expected 1 to 1m'
run 1 -x quiet=maybe -n BEGIN; err_is 'dtrace: failed to set -x quiet=maybe: Invalid value for specified option: expected nothing, or yes or no'
run 1 -x aggrate=often -n BEGIN; err_is 'dtrace: failed to set -x aggrate=often: Invalid value for specified option: expected a rate or time, such as 10hz, 100ms or 5s'
run 1 -n profile-0; err_has 'N of profile-N and tick-N is a number from 1 to 5000, with or without hz, or a time from 200us on, with one of ns us ms s m h d$'
run 0 -xquiet -x strsize=5 -n 'BEGIN { printf("%s\n", "123456789"); exit(0); }'; out_is $'1234\n'
run 0 -w -n 'BEGIN { exit(0); }'; err_has '^dtrace: allowing destructive actions$'
run 1 -n 'BEGIN { system("true"); exit(0); }'; err_has '^dtrace: could not enable tracing: Destructive actions not allowed [(]-w allows them[)]$'

# ---- errors of compilation: status 1, line, caret
run 1 -n 'BEGIN { trace(5; }'
err_has '^dtrace: invalid probe specifier: line 1: '
err_has '^ +\^$'
# The reason comes first, of a long line only the part around the place is shown.
run 1 -n "BEGIN { x = \"$(printf '%0500d' 0)\"; trace(none); y = \"$(printf '%0500d' 0)\"; }"
err_has "^dtrace: invalid probe specifier: line 1: failed to resolve 'none': unknown variable name$"
err_has '^[.]{3}0{41}"; trace[(]none[)]; y = "0{28}[.]{3}$'; err_has '^ {53}\^$'

# ---- limits, each before memory is taken
printf 'BEGIN { y = %s 2; }' "$(yes 'x ? 1 :' | head -100000 | tr '\n' ' ')" >long.d
run 1 -xerrtags -s long.d; err_has '\[D_SYNTAX\] line 1: expression is too deep: more than 4000 operators [?]: after each other$'
printf 'BEGIN { x = 1; y = %s 2; trace(y); exit(0); }' "$(seq 300 | sed 's/.*/x == & ? 7 :/' | tr '\n' ' ')" >long.d
run 0 -qs long.d; out_is 7
printf 'int %sp; BEGIN { exit(0); }' "$(yes '*' | head -400000 | tr -d '\n')" >long.d
run 1 -xerrtags -s long.d; err_has '\[D_SYNTAX\] line 1: a declarator has more than 100 parts'
{ echo 'inline int a0 = 1;'; seq 40 | awk '{ printf "inline int a%d = a%d + a%d;\n", $1, $1 - 1, $1 - 1 }'; echo 'BEGIN { exit(a40); }'; } >long.d
run 1 -xerrtags -s long.d; err_has '\[D_SYNTAX\] line [0-9]+: the inlines and translators of one statement expand to more than 100000 operators$'
run 1 -s /dev/zero; err_is 'dtrace: failed to compile script /dev/zero: the program is too large: more than 16 MB'
printf '%s { exit(0); }' "$(yes A | head -1000000 | tr -d '\n')" >long.d
run 1 -xerrtags -s long.d; err_has '\[D_PDESC_INVAL\] line 1: '; [ "$(wc -c <err)" -lt 1000 ] || fail "repeats the whole name"
{ echo 'BEGIN {'; yes 'x = 1;' | head -16400; echo '}'; } >long.d
run 1 -xerrtags -s long.d; err_has '\[D_SYNTAX\] line [0-9]+: a clause of the program has more than 16384 actions$'
{ yes 'BEGIN { x++; }' | head -10000; echo 'BEGIN { printf("%d\n", x); exit(0); }'; } >long.d
run 0 -qs long.d; out_is $'10000\n'
yes 'BEGIN { x++; }' | head -20000 >long.d
run 1 -qs long.d; err_has '^dtrace: failed to enable .*: The program is too large: [0-9]+ bytes to load, at most 8388608$'
run 1 -xerrtags -n 'BEGIN { stack(1000000); }'; err_has '\[D_STACK_SIZE\] line 1: a stack has at most 1024 frames: 1000000 asked for$'
run 1 -xerrtags -n 'BEGIN { trace(nosuch); }'; err_has '\[D_IDENT_UNDEF\] line 1: '
run 1 -xerrtags -n 'BEGIN { trace(jid); }'; err_has '\[D_IDENT_UNDEF\] line 1: variable jid belongs to another operating system'
run 1 -n 'nosuch:::'; err_has 'probe description nosuch::: does not match any probes: there is no provider nosuch here$'
run 1 -n 'dtrace:::nosuch'; err_has 'probe description dtrace:::nosuch does not match any probes$'
# a number at the end may be a process's: what it has is said as well, not instead
run 1 -n 'nosuch3:::'; err_has 'does not match any probes: there is no provider nosuch3 here \(.*3.*\)$'
run 1 -P nosuch; err_has 'probe description nosuch::: does not match any probes: there is no provider nosuch here$'
run 1 -n 'dtrase:::BEGIN'; err_has 'does not match any probes: there is no provider dtrase here, did you mean dtrace:::BEGIN\?$'
run 1 -n 'BEGNI'; err_has 'probe description BEGNI does not match any probes: did you mean BEGIN\?$'
run 1 -P profil; err_has 'does not match any probes: there is no provider profil here, did you mean profile:::\?$'
run 1 -n 'profile:::tick-1x'; err_has 'with or without hz, or a time from 200us on, with one of ns us ms s m h d$'
run 1 -i 99999; err_has 'probe description 99999 does not match any probes: no probe has this id$'
run 1 -f nosuch; err_has 'probe description ::nosuch: does not match any probes: no function nosuch$'
run 1 -s nosuch.d; err_is 'dtrace: failed to open nosuch.d: No such file or directory'
run 1 -q; err_is 'dtrace: no probes specified: a program follows -n, a script -s'

# ---- scripts and their arguments
printf 'BEGIN\n{\n\tprintf("%%s %%d %%s\\n", $0, $1, $$2);\n\texit(0);\n}\n' >script.d
run 0 -qs script.d 41 'two words'; out_is $'script.d 41 two words\n'
run 0 -s script.d -q -- -41 x; out_is $'script.d -41 x\n'
run 1 -qs script.d 41; err_has 'failed to compile script script.d: line 3: '
run 0 -s script.d 41 x; err_is "dtrace: script 'script.d' matched 1 probe"
{ echo "#!$dtrace -qs"; cat script.d; } >direct.d
chmod +x direct.d
./direct.d 5 six >out 2>err && [ "$(head -1 out)" = './direct.d 5 six' ] || { command=./direct.d; fail "as a script"; cat err; }

# ---- -e compiles and does not run
run 0 -en 'BEGIN { exit(7); }'; out_empty; err_empty
run 1 -en 'BEGIN { nosuch(); }'

# ---- -v, -S
run 0 -vn 'BEGIN { exit(0); }'
out_has '^Stability attributes for description BEGIN :$'
out_has '^	Minimum Probe Description Attributes$'
out_has '^		Dependency Class: Common$'
run 0 -Sn 'BEGIN { exit(0); }'; err_has '^OFF OPCODE      INSTRUCTION$'; err_has 'ret  %r'

# ---- -o appends
run 0 -o file -qn 'BEGIN { printf("one"); exit(0); }'; out_empty
run 0 -o file -qn 'BEGIN { printf("two"); exit(0); }'
[ "$(cat file)" = $'one\ntwo' ] || fail "file has: $(cat file)"
run 1 -o /nosuch/file -n BEGIN; err_has 'failed to open /nosuch/file'

# ---- -l
run 0 -l -n BEGIN
out_is "$(printf '%5s %10s %17s %33s %s\n%5d %10s %17s %33s %s' ID PROVIDER MODULE FUNCTION NAME 1 dtrace '' '' BEGIN)"
# words after the options are arguments of a program; -l has none without one
run 2 -l 'vfs_*'; out_empty; err_has "^dtrace: 'vfs_\*' is not used: did you mean dtrace -lf 'vfs_\*'\?$"
run 2 -l 'kprobe:vfs_read'; err_has "did you mean dtrace -lf 'vfs_read'\?$"
run 2 -l 'syscall::open*:entry'; err_has "did you mean dtrace -ln 'syscall::open\*:entry'\?$"
run 2 -ln BEGIN END; err_has "^dtrace: 'END' is not used"
run 0 -x compat=illumos -l END; out_has ' BEGIN$'
run 0 -ln '$1' END; out_has ' END$'; err_empty
printf '$1:::$2 { }\n' >list.d
run 0 -ls list.d dtrace END; out_has ' END$'
run 0 -l -P dtrace; [ "$(wc -l <out)" = 4 ] || fail "printed $(wc -l <out) lines"
run 0 -l -i 2; out_has ' END$'
run 0 -ls script.d 1 2; out_has ' BEGIN$'
run 0 -lvn BEGIN; out_has '^	Argument Types$'; out_has '^		None$'; out_has '^		Identifier Names: Stable$'
# ---- losses: what helps is said once, in text only, not with compat
lost='BEGIN { a = speculation(); b = speculation(); } tick-300ms { c = speculation(); } tick-900ms { exit(0); }'
run 0 -x statusrate=100ms -qn "$lost"; err_has '^hint: what helps: more speculations, -x nspec='
[ "$(grep -c 'failed speculation' err)" -ge 2 ] || fail "does not say losses twice"
[ "$(grep -c '^hint: ' err)" = 1 ] || fail "does not say once what helps"
run 0 -x compat -qn "$lost"; err_has 'failed speculation'
[ "$(grep -c '^hint: ' err)" = 0 ] || fail "has a hint with compat"
run 0 -x json -qn "$lost"
[ "$(grep -c '^hint: ' out err | grep -vc ':0$')" = 0 ] || fail "has a hint in JSON"

run 1 -l -n 'nosuch:::'; err_has '^dtrace: failed to match nosuch:::: No probe matches description: there is no provider nosuch here$'
run 1 -x compat -l -n 'nosuch:::'; err_has '^dtrace: failed to match nosuch:::: No probe matches description$'
run 1 -l -n 'dtrace:::BEGINN'; err_has '^dtrace: failed to match dtrace:::BEGINN: No probe matches description: did you mean dtrace:::BEGIN[?]$'

# ---- -Z, zdefs
run 0 -Z -n 'nosuch:::{} BEGIN{exit(0);}'

# ---- -F
run 0 -Fn 'BEGIN { exit(0); }'; out_has '^CPU FUNCTION +$'; out_has '^ *[0-9]+ \| :BEGIN +$'

# ---- the ledger
run 0 -x account -qn 'BEGIN/0/{} BEGIN{exit(0);}'
err_has '^ +0 +1 +0 +1 +0 +0  :::BEGIN$'
err_has '^ +1 +1 +1 +0 +0 +0  :::BEGIN$'

# ---- _DTRACE_TESTING drops CPU and ID
command='with _DTRACE_TESTING'
checks=$((checks + 1))
_DTRACE_TESTING=t "$dtrace" -n 'BEGIN { exit(0); }' >out 2>err
out_is '                   FUNCTION:NAME'$'\n''                          :BEGIN '$'\n'

# ---- signals: the first ends tracing in order, aggregations are printed
for signal in INT TERM; do
	command="and SIG$signal"
	checks=$((checks + 1))
	set -m # else a job in the background ignores SIGINT
	"$dtrace" -qn 'BEGIN { printf("begun\n"); } tick-10ms { @["k"] = count(); } END { printf("end\n"); }' -x switchrate=50ms >out 2>err &
	set +m
	for _ in $(seq 200); do
		grep -q begun out && break
		sleep 0.1
	done
	sleep 0.3
	kill -s $signal $!
	wait $! || fail "status"
	out_has '^end$'; out_has '^  k +[0-9]+$'
done

# ---- a signal that was ignored at the start (nohup) stays ignored: lines go on after it; another one ends it
command='with SIGHUP ignored'
checks=$((checks + 1))
(trap '' HUP; exec "$dtrace" -qn 'tick-10ms { printf("line\n"); } END { printf("end\n"); }' -x switchrate=10ms) >out 2>err &
lines() { grep -c '^line$' out; }
wait_for_line() { # after line number $1; fails when the program has ended
	for _ in $(seq 300); do
		[ "$(lines)" -le "$1" ] || return 0
		kill -0 $! 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}
wait_for_line 0 || fail 'did not begin'
kill -s HUP $!
sent=$(lines)
wait_for_line $((sent + 3)) || fail 'ended by SIGHUP'
kill -s TERM $!
wait $! || fail status
out_has '^end$'

# ---- a closed pipe ends it
timeout 60 "$dtrace" -qn 'tick-10ms { printf("x\n"); }' -x switchrate=10ms 2>err | head -1 >out
[ "${PIPESTATUS[0]}" != 124 ] || { command='| head'; fail 'goes on'; }
[ "$(cat out)" = x ] || { command='| head'; fail 'printed nothing'; }

# ---- examples: the list of topics; those that have a word in their topic, question or command, whatever its case; none
run 0 --examples
out_has '^locks +Which locks do threads wait for\?$'
out_has '^flamegraph +A flame graph$'
run 0 --examples LOCKSTAT
out_has '^Which locks do threads wait for\? \(docs/cookbook\.md\)$'; out_has "^    dtrace -qn 'lockstat:::"; out_has '^    END \{ trunc\(@, 6\);'
[ "$(grep -c docs/ out)" = 1 ] || fail 'shows others, too'
# words of titles, also of tools and of the gallery; of programs and texts only when no title has it
run 0 --examples; ! grep -q 'opensnoop' out || fail 'lists what is no topic'
run 0 --examples count; out_has '^Count instead of printing'; out_has '^Which functions of the kernel are called, and how often\? [(]docs/tools.md[)]$'; out_has '^    funccount .* pattern$'
! grep -q '^Where does a program wait' out || fail 'shows all that count'
run 0 --examples disk; out_has '^What is sent to the disks, one by one\? [(]docs/tools.md[)]$'; out_has '^    dtrace -s diskwho.d'
run 0 --examples strace; out_has '^    strace -e openat$'; out_has "^        dtrace -qn 'syscall::openat:entry "
run 0 --examples java; out_has '^    dtrace -s ownprobes.d -p PID PROVIDER$'
run 0 --examples nspec; out_has '^Why does that fail'
run 0 --examples contention; out_has '^Which locks'
run 1 --examples nothing-of-this-name; err_has "^dtrace: no example has 'nothing-of-this-name'; dtrace --examples lists the topics$"
run 2 --examples -l; err_has 'only one of'

# ---- without a kernel: one line, and only when something is missing
if $host; then
	run 0 -qn 'BEGIN{exit(0);}'; err_empty
	run 1 -n 'syscall:::entry'
	[ "$(grep -c 'no kernel tracing here' err)" = 1 ] || fail "does not say once what is missing"
	err_has '^dtrace: no kernel tracing here: .*; running on the host engine there is only BEGIN, END, ERROR; tick-N, profile-N; entry, return and any instruction of a process.s functions, and probes that its program defines$'
	run 0 -l; err_has 'no kernel tracing here'
fi

echo "$checks command lines, $failed failures"
[ $failed = 0 ]

#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Tests of toolchains/lib without a guest: quoting, judging of kernel logs, choosing of kernels, source lists.
. "$(dirname "$0")/../../../toolchains/lib/all.sh"

failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check()
{
	local what=$1
	shift
	if "$@"; then
		echo "ok: $what"
	else
		echo "NOT OK: $what"
		failures=$((failures + 1))
	fi
}

same()
{
	[ "$1" = "$2" ] && return
	printf '  got:    %s\n  wanted: %s\n' "$1" "$2"
	return 1
}

# what shell_quote prints must come back as the same arguments from the shell that reads it in a guest (dash is as strict)
test_quote()
{
	local args=("it's" 'a "b" $c `d` \e' '' '*' $'two\nlines' '-n' "''" 'ünï') line out
	line=$(shell_quote "${args[@]}")
	out=$(sh -c "for a in $line; do printf '<%s>' \"\$a\"; done")
	check "quoted arguments come back" same "$out" "$(printf '<%s>' "${args[@]}")"
	check "no argument, no text" same "$(shell_quote)" ""
}

# a build is over when nothing that it is made of has changed: a word, a file's bytes, time, name; and when what it left is there
test_fingerprint()
{
	local anytrace_top=$work/tree first
	mkdir -p "$anytrace_top/a/__pycache__" "$anytrace_top/b"
	echo 1 >"$anytrace_top/a/x"
	echo 1 >"$anytrace_top/b/y"
	first=$(fingerprint word other -- a b)
	check "fingerprint: the same of the same" same "$(fingerprint word other -- a b)" "$first"
	echo 1 >"$anytrace_top/a/__pycache__/x"
	check "fingerprint: what Python keeps is nothing" same "$(fingerprint word other -- a b)" "$first"
	check "fingerprint: another word" test "$(fingerprint word others -- a b)" != "$first"
	check "fingerprint: other folders" test "$(fingerprint word other -- a)" != "$first"
	touch -d '2001-01-01' "$anytrace_top/b/y"
	check "fingerprint: an older file" test "$(fingerprint word other -- a b)" != "$first"
	first=$(fingerprint word other -- a b)
	mv "$anytrace_top/b/y" "$anytrace_top/b/z"
	check "fingerprint: another name" test "$(fingerprint word other -- a b)" != "$first"
	mv "$anytrace_top/b/z" "$anytrace_top/b/y"
	check "made: never" eval '! is_made "$work/made" "$first" "$anytrace_top/a/x"'
	echo "$first" >"$work/made"
	check "made" is_made "$work/made" "$first" "$anytrace_top/a/x" "$anytrace_top/b/y"
	check "made: something is gone" eval '! is_made "$work/made" "$first" "$anytrace_top/a/x" "$anytrace_top/b/z"'
	check "made: of something else" eval '! is_made "$work/made" "$first." "$anytrace_top/a/x"'
}

# a step that is quick has one line, a slow one says meanwhile that it goes on, and what it took the last time; its status stays
test_steps()
{
	local said quiet_seconds=1 anytrace_cache=$work/cache
	said=$(quiet_step "at once" true 2>&1)
	check "a quick step has one line" eval '[ "$(echo "$said" | wc -l)" = 1 ] && [[ $said == *"at once: "* ]]'
	check "a step that fails keeps its status" eval '! quiet_step "no" false 2>/dev/null'
	slow_step() { until grep -q "$1" "$work/said"; do sleep 0.1; done; }
	quiet_step "a slow one" slow_step 'a slow one [.][.][.]' 2>"$work/said"
	check "a slow step says that it goes on" grep -q 'a slow one [.][.][.]' "$work/said"
	check "and how long it took" grep -q 'a slow one: ' "$work/said"
	: >"$work/said"
	quiet_step "a slow one" slow_step 'the last time' 2>"$work/said"
	check "and what it took the last time" grep -Eq 'a slow one [.]+ .took [0-9.]+ s the last time' "$work/said"
}

complains()
{
	printf '[    1.000000] something before\n%s\n' "$1" >"$work/log"
	guest_complaints "$work/log" >"$work/found"
}

# a guest that must die: by itself, and saying what it is to say
died()
{
	guest_ended=$1 guest_hung=$2 guest_rc=$3 guest_console=$work/console
	echo 'Kernel panic - not syncing: as asked' >"$guest_console"
	guest_died_saying "$4" 2>/dev/null >&2
}

test_death()
{
	check "a death as wanted" died '' '' 0 'panic - not syncing: as asked'
	check "another death" eval '! died "" "" 0 "of something else"'
	check "no death" eval '! died yes "" 0 "as asked"'
	check "silence" eval '! died "" yes 0 "as asked"'
	check "ended from outside" eval '! died "" "" 137 "as asked"'
}

# A guest that died without a word: what the emulator knows of it is said, and only then.
test_triple_fault()
{
	guest_ended='' guest_hung='' guest_rc=0 guest_phase='running the job' guest_folder=$work/fault guest_console=$work/fault/console.log
	mkdir -p "$guest_folder"
	printf 'CPU Reset (CPU 0)\n' >"$guest_folder/resets.log"
	check "a reset" eval '! guest_verdict 2>&1 | grep -q "triple fault"'
	printf 'Triple fault\n' >>"$guest_folder/resets.log"
	check "a triple fault" eval 'guest_verdict 2>&1 | grep -q "says: triple fault"'
}

# boot STATUS DEATH...: a guest whose emulator is a script: its first boots die in DEATH (booting, prepared, running), the one after them does its job; it
# ends with STATUS
boot()
{
	guest_folder=$work/boot guest_console=$work/boot/console.log guest_isa=x86_64 guest_series=6.12 guest_cpu=none guest_smp=1 guest_mem=1
	guest_limit=60 guest_again_list=$work/again kernel_release=6.12.0
	rm -rf "$guest_folder" "$guest_again_list"
	mkdir "$guest_folder"
	cat >"$work/emulator" <<-'EOT'
		cd "$1" && shift
		exec >out 2>err 3>monitor.out 4<>ctl.out
		echo boot >>boots
		status=$1
		shift "$(wc -l <boots)" # past the status, and the boots before
		death=${1:-}
		echo "Kernel panic - not syncing: boot $(wc -l <boots)" >console.log
		[ "$death" = booting ] && exit "$status"
		echo up >&4
		[ "$death" = prepared ] && exit "$status"
		echo run >&4
		echo "output $(wc -l <boots)"
		[ "$death" = running ] && exit "$status"
		echo exit 0 >&4
		echo rmmod 0 >&4
		echo end >&4
	EOT
	guest_command() { guest_argv=("${emulator:-bash}" "$work/emulator" "$guest_folder" "${emulated[@]}"); }
	emulated=("$@")
	guest_run >"$work/output" 2>"$work/said"
}

# a kernel that dies before anything of ours is in it is booted once more; one that dies later, or again, is dead
test_boot_again()
{
	boot 0
	check "boot: at once" same "$guest_ended $guest_status $(cat "$work/output")" "yes 0 output 1"
	check "boot: not again" test ! -e "$work/again"
	boot 0 booting
	check "boot: again" same "$guest_ended $guest_status $(cat "$work/output")" "yes 0 output 2"
	check "boot: it is said" grep -q 'not syncing: boot 1' "$work/said"
	check "boot: it is counted" same "$(cat "$work/again")" "x86_64 6.12: Kernel panic - not syncing: boot 1"
	boot 0 booting booting
	check "boot: once more only" same "$guest_ended$guest_phase $(grep -c . "$work/boot/boots")" "booting 2"
	boot 0 prepared
	check "boot: nor when the module may be there" same "$guest_ended$guest_phase $(grep -c . "$work/boot/boots")" "being prepared 1"
	boot 0 running
	check "boot: a death of the job is one" same "$guest_ended$guest_phase $(grep -c . "$work/boot/boots")" "running the job 1"
	boot 1 booting
	check "boot: nor an emulator that fails" same "$guest_ended$guest_phase $guest_rc $(grep -c . "$work/boot/boots")" "booting 1 1"
	emulator=false boot 0
	check "boot: nor one that does not start" same "$guest_ended$guest_phase $guest_rc" "booting 1"
	guest_disk=disk
	boot 0 booting
	check "boot: nor one with a disk" same "$guest_ended$guest_phase $(grep -c . "$work/boot/boots")" "booting 1"
	guest_disk=
}

test_complaints()
{
	local line
	for line in \
		'[   10.1] WARNING: CPU: 1 PID: 77 at kernel/trace/ftrace.c:1234 ftrace_bug+0x1/0x2' \
		'[   10.1] BUG: unable to handle page fault for address: 0000000000000000' \
		'[   10.1] Oops: 0000 [#1] PREEMPT SMP PTI' \
		'[   10.1] rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:' \
		'[   10.1] watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [sh:1]' \
		'[   10.1] WARNING: possible circular locking dependency detected' \
		'[   10.1] Uhhuh. Unknown NMI reason 20 received' \
		'[   10.1] Uhhuh. NMI received for unknown reason 00 on CPU 0.' \
		'[   10.1] Call Trace:' \
		'[   10.1] Call trace:' \
		'[   10.1] INFO: task sh:1 blocked for more than 120 seconds.' \
		'[   10.1] Unable to handle kernel NULL pointer dereference at virtual address 0' \
		'[   10.1] general protection fault, probably for non-canonical address' \
		'[   10.1] refcount_t: underflow; use-after-free.' \
		'[   10.1] list_del corruption. prev->next should be' \
		'[   10.1] Out of memory: Killed process 100 (dtrace)'; do
		check "complaint: ${line:11:50}" complains "$line"
	done
	for line in \
		'[    1.9] dtrace: loading out-of-tree module taints kernel.' \
		'[    1.9] dtrace: module verification failed: signature and/or required key missing - tainting kernel' \
		'[    0.1] Kernel command line: console=ttyS0 panic=-1 oops=panic' \
		'[    0.1] Debugging: DEBUG_INFO' \
		'[    0.1] ftrace: allocating 41000 entries in 160 pages' \
		'[    0.1] lockdown: installing the rules' \
		'[    0.0] RETBleed: WARNING: Spectre v2 mitigation leaves CPU vulnerable to RETBleed attacks, data leaks possible!' \
		'[    0.0] Speculative Return Stack Overflow: WARNING: See https://kernel.org/doc/html/latest/admin-guide/hw-vuln/srso.html' \
		'[    0.1] DEBUGFS: reinstalled'; do
		check "no complaint: ${line:11:50}" eval "! complains '$line'"
	done
}

# the newest release that has both image and headers, of the flavour asked for and no other
test_releases()
{
	isa_facts x86_64
	foreign_apt()
	{
		sed 's/^/Package: /' <<-EOT
		linux-image-6.1.0-9-amd64
		linux-headers-6.1.0-9-amd64
		linux-image-6.1.0-50-amd64
		linux-headers-6.1.0-50-amd64
		linux-image-6.1.0-51-amd64
		linux-image-6.1.0-50-rt-amd64
		linux-headers-6.1.0-50-rt-amd64
		linux-image-6.1.0-60-cloud-amd64
		linux-headers-6.1.0-60-cloud-amd64
		linux-image-6.12.9+deb12-amd64
		linux-headers-6.12.9+deb12-amd64
		linux-image-6.12.117+deb12-amd64
		linux-headers-6.12.117+deb12-amd64
		linux-image-6.12.118+deb12-amd64
		linux-image-6.1.0-50-amd64-unsigned
		linux-image-amd64
		linux-headers-amd64
		EOT
	}
	check "kernels 6.1, newest first" same "$(kernel_releases any 6.1 | tr '\n' ' ')" "6.1.0-50-amd64 6.1.0-9-amd64 "
	check "kernels 6.12, newest first" same "$(kernel_releases any 6.12 | tr '\n' ' ')" "6.12.117+deb12-amd64 6.12.9+deb12-amd64 "
	unset -f foreign_apt
}

test_sources()
{
	local isa_name source missing
	for isa_name in $anytrace_isas; do
		missing=
		for source in $(module_sources "$isa_name"); do
			[ -e "$anytrace_top/$source" ] || missing="$missing $source"
		done
		check "every source of the $isa_name module is there" same "$missing" ""
		check "no source of the $isa_name module is listed twice" same "$(module_sources "$isa_name" | sort | uniq -d)" ""
	done
	# every CPU of the list has its facts, and CMake, Python and the scripts read the same list
	check "the list as Python reads it" same "$(cd "$anytrace_top/tools" && python3 -B -c 'import isas; print(*isas.ISAS)')" "$anytrace_isas"
	for isa_name in $anytrace_isas; do
		check "$isa_name is what its processors are called" same \
			"$(for name in $(isa_fact "$isa_name" isa_processors); do isa_of_processor "$name"; done | sort -u)" "$isa_name"
	done
	check "a processor that is none of them" same "$(isa_of_processor vax)" ""
	check "a kernel that is not there" eval '! (kernel_suites "$anytrace_default_isa" 5.4) 2>/dev/null'
	check "a kernel of a flavour" same "$(kernel_suites i386 6.1-686)" "bookworm+bookworm-security bookworm"
	check "kernels that there are" same "$(kernel_suites i386 6.12 2>&1)" "${0##*/}: there is no kernel '6.12' for i386: --kernel takes 6.1"
	check "x86 is shared by two" same "$(module_folders i386 | grep -c '^isa/x86$')$(module_folders riscv64 | grep -c '^isa/x86$')" 10
}

test_vm_scripts()
{
	local script
	for script in "$anytrace_top"/tests/vm/*.sh "$anytrace_top"/tests/stress/*.sh "$anytrace_top"/toolchains/guest/*; do
		check "syntax of ${script#"$anytrace_top"/}" sh -n "$script"
	done
	for script in "$anytrace_top"/{dtrace-vm,run-tests,.ci/run} "$anytrace_top"/toolchains/{vm-run,vm-build,module} "$anytrace_top"/tests/vm/sanitized; do
		check "syntax of ${script#"$anytrace_top"/}" bash -n "$script"
	done
}

# the long form of the stress suite: so many different pairs of guest and script, and with vCPUs and trap entry
long_differ()
{
	"$anytrace_top/tests/stress/long" --list "$1" ${3:+"$3"} | cut -d' ' -f"$2" | sort -u | wc -l
}

test_long()
{
	check "long: every script in as many turns" same "$(long_differ 11 3)" 11
	check "long: every guest, too" same "$(long_differ 11 1,2)" 3
	check "long: every pair" same "$(long_differ 33 1-3)" 33
	check "long: every pair in every way" same "$(long_differ 132 1-5)" 132
	check "long: two guests" same "$(long_differ 22 1-3 x86_64)" 22
	check "long: one guest" same "$(long_differ 44 1-5 i386)" 44
	check "long: no guest" eval '! "$anytrace_top/tests/stress/long" --list 1 nothing 2>/dev/null'
}

# what the last line of run-tests says, from logs of ctest
test_summary()
{
	cat >"$work/ctest.log" <<-EOT
		Test project /somewhere
		      Start  1: a
		 1/5 Test  #1: test_a ...........   Passed    0.01 sec
		 2/5 Test #12: native_riscv64 ...***Skipped   0.01 sec
		 3/5 Test #13: test_b.x+y .......***Failed    0.01 sec
		NOT OK: early
		$(seq 20)

		      Start 14: agree_riscv64
		 4/5 Test #14: agree_riscv64 ....***Skipped   0.01 sec
		      Start 15: test_c
		 1/2 Test  #1: test_d ...........   Passed    0.01 sec
		 2/2 Test  #2: test_e ...........***Not Run (Disabled)   0.00 sec
	EOT
	printf '%s\n' '# a comment' 'agree_(aarch64|riscv64) quick no compiler' 'test_e always it is off' >"$work/may"
	summary_count "$work/ctest.log"
	check "counted: passed failed skipped, not run" same "$passed $failed $skipped $not_run" "2 1 3 1"
	check "which failed" same "$(summary_failed "$work/ctest.log")" "test_b.x+y .......***Failed    0.01 sec"
	check "what it printed" same "$(summary_output "$work/ctest.log" test_b.x+y | tr '\n' ' ')" "NOT OK: early $(seq 9 20 | tr '\n' ' ')"
	check "nothing of one that passed" same "$(summary_output "$work/ctest.log" test_a)" ""
	check "skipped and not allowed" same "$(summary_surprises "$work/ctest.log" "$work/may" '' | tr '\n' ' ')" "native_riscv64 agree_riscv64 "
	check "skipped and not allowed by --quick" same "$(summary_surprises "$work/ctest.log" "$work/may" quick)" native_riscv64
	check "whole names only" same "$(echo 'gree_.* always' >"$work/may"; summary_surprises "$work/ctest.log" "$work/may" '' | wc -l)" 3
}

# which scripts run in the kernel that watches: each once, with options that make no smaller guest
test_sanitized()
{
	"$anytrace_top/tests/vm/sanitized" --list >"$work/list"
	check "sanitized: at least 25 scripts" test "$(wc -l <"$work/list")" -ge 25
	check "sanitized: each once" same "$(cut -d' ' -f1 "$work/list" | sort | uniq -d)" ""
	check "sanitized: of both suites" same "$(cut -d/ -f1 "$work/list" | sort -u | tr '\n' ' ')" "stress vm "
	check "sanitized: no sizes of memory" same "$(grep -c -- --mem "$work/list")" 0
	check "sanitized: options and arguments" same "$("$anytrace_top/tests/vm/sanitized" --list stress/cpus)" "stress/cpus --smp 4 -- 10 early"
}

# several scripts that share a guest: their directives must agree, their limits add up, each runs, and those that fail are named
test_several()
{
	local scripts guest_overlay=$work/several out folder=$work/several/job
	mkdir -p "$folder"
	printf '# @@workload\n# @@limit 100\n# @@with tests/vm/parts\necho one $#\n' >"$work/one.sh"
	printf '# @@limit 50\necho two; exit 1\n' >"$work/two.sh"
	printf '# @@with tests/vm/parts\ncat; echo three "$@"; exit 77\n' >"$work/three.sh"
	printf '# @@mem 128\n' >"$work/small.sh"
	scripts=("$work/one.sh" "$work/two.sh" "$work/three.sh")
	check "several: limits add up" same "$(job_limit)" 450
	check "several: each folder once" same "$(job_folders)" tests/vm/parts
	check "several: they agree" job_check
	job_write last "one's"
	check "several: who wants the load" same "$(cat "$folder/list")" $'one yes\ntwo \nthree '
	echo 'exec sleep 1000' >"$folder/workload"
	out=$(kernel_log=$work/kmsg sh "$folder/several" last "one's" 2>&1)
	check "several: a failure is the status" same $? 1
	check "several: each ran, without what is left to read, arguments are the last one's" same "$out" \
		$'=== one\none 0\n=== two\ntwo\n=== three\nthree last one\'s\nfailed: two'
	check "several: the kernel's log has their names" same "$(tr '\n' ' ' <"$work/kmsg")" "=== one === two === three "
	scripts=("$work/three.sh" "$work/one.sh") && job_write && kernel_log=$work/kmsg sh "$folder/several" >/dev/null 2>&1
	check "several: one was not skipped" same $? 0
	scripts=("$work/three.sh" "$work/three.sh") && job_write && kernel_log=$work/kmsg sh "$folder/several" >/dev/null 2>&1
	check "several: all were skipped" same $? 77
	scripts=("$work/one.sh" "$work/small.sh")
	check "several: of different memory, refused" eval '! job_check 2>/dev/null'
	check "several: vm-run refuses, too" eval '! "$anytrace_top/toolchains/vm-run" --first "$work/one.sh" --script "$work/small.sh" 2>/dev/null'
}

# facts about the CPU for scripts in a guest: each one that a script uses has a value for every CPU, and none is taken from another CPU
test_guest_facts()
{
	local name isa_name names
	names=$(grep -oEh '\$\{?isa_[a-z_]+' "$anytrace_top"/tests/vm/*.sh "$anytrace_top"/tests/stress/*.sh | sed 's/^[${]*isa_//' | sort -u)
	check "facts: scripts use some" test "$(wc -w <<<"$names")" -ge 6
	for name in $names; do
		check "facts: isa_guest_$name is explained" grep -q "^#   isa_guest_$name " "$anytrace_top/toolchains/lib/isa.sh"
	done
	for isa_name in $anytrace_isas; do
		check "facts of $isa_name are assignments" sh -c "$(isa_facts "$isa_name"; guest_isa_facts)
			test \"\$isa_getpriority\" -gt 0 -a \"\$isa_pc_register\" -ge 0 -a -n \"\$isa_kernel_entry\""
		for name in $(isa_facts "$isa_name"; echo "${isa_guest_can?}"); do
			check "facts: $name is explained" grep -Eq "^# .*[ :(]$name \(" "$anytrace_top/toolchains/lib/isa.sh"
		done
	done
	check "facts: none stays when another CPU's are read" same "$(isa_facts riscv64; isa_facts i386; guest_isa_facts | grep -c memory_classes)" 0
}

test_summary
test_several
test_guest_facts
test_sanitized
test_long
test_quote
test_fingerprint
test_steps
test_death
test_triple_fault
test_boot_again
test_complaints
test_releases
test_sources
test_vm_scripts
echo "$failures failure(s)"
[ "$failures" = 0 ]

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For the stress scripts, inside a guest: `. /job/lib.sh; . /job/stress.sh`. Their arguments: seconds to go on for (default 20), and
# how traps reach the module (early or notifier), whether sites become jumps (1 or 0; by default what the run was started with, or 1).
# The last lines of a run are for docs/ledger.md: `ledger: ...`.
stress_seconds=${1:-20}
stress_trap=${2:-early}
case " ${JOB_MODULE_OPTIONS:-} " in *" jump=0 "*) stress_jump=${3:-0} ;; *) stress_jump=${3:-1} ;; esac
stress_start=$(date +%s)
stress_firings=0
stress_nested=0
stress_rounds=0
mkdir -p /tmp

# stress_going [LEAST]: another round? That many are always run; after a failure there is no other.
stress_going()
{
	[ "$test_failures" = 0 ] || return 1
	[ $stress_rounds -lt "${1:-1}" ] || [ $(($(date +%s) - stress_start)) -lt "$stress_seconds" ] || return 1
	stress_rounds=$((stress_rounds + 1))
}

# random N: 0 .. N-1
random()
{
	echo $(($(od -An -N2 -tu2 /dev/urandom) % $1))
}

# pause_random TENTHS: sleeps up to that many tenths of a second
pause_random()
{
	usleep $(($(random "$1") * 100000 + $(random 100) * 1000))
}

# stat_of NAME: the sum of the module's counters of that name
stat_of()
{
	case $1 in
	firings) awk '$1 == "firings" { sum += $2 } END { printf "%.0f\n", sum }' /proc/dtrace/stats ;;
	nested) awk '$1 == "nested" && $2 == "CPU" { sum += $5 } END { printf "%.0f\n", sum }' /proc/dtrace/stats ;;
	*) awk -v name="$1" '$1 == name { sub(name " ", ""); gsub(" ", "-"); print }' /proc/dtrace/stats ;;
	esac
}

stress_load()
{
	load "trap=$stress_trap" "jump=$stress_jump"
	# a CPU without jumps, or a kernel whose tables are not found (docs/jump.md)
	[ -n "$isa_jump_share" ] && [ "$(stats_number tables jump-labels)" -gt 0 ] || stress_jump=0
	case $stress_trap-$(stat_of trap) in
	early-early* | notifier-*notifier*) ;;
	early-*)
		echo "this CPU and kernel have no early trap entry: $(stat_of trap)"
		stress_trap=$(stat_of trap)
		case $stress_trap in *notifier*) stress_trap=notifier ;; esac
		;;
	*) not_ok "traps come by '$(stat_of trap)', wanted $stress_trap" ;;
	esac
	check "no assertion of the module failed" test "$(stat_of assertions-failed)" = 0
}

stress_most_jumps()
{
	[ "$(stats_number kinds jump)" -gt "$(stats_number kinds break)" ]
}

# stress_switch: sites are breaks again, then jumps, some of them, in the middle of it
stress_switch()
{
	local i
	[ "$stress_jump" != 0 ] || return 0
	for i in 1 2 3; do
		echo 0 >/sys/module/dtrace/parameters/jump
		check "all are breaks again" test "$(stats_number kinds jump)" = 0
		pause_random 5
		echo 1 >/sys/module/dtrace/parameters/jump
		pause_random 20
	done
}

# stress_jumps: what is armed now becomes jumps, where it can
stress_jumps()
{
	[ "$stress_jump" = 0 ] || wait_until 300 stress_most_jumps || not_ok "most sites become jumps: $(grep kinds /proc/dtrace/stats)"
}

# stress_unload: notes what was survived, and unloads
stress_unload()
{
	stress_firings=$((stress_firings + $(stat_of firings)))
	stress_nested=$((stress_nested + $(stat_of nested)))
	check "no assertion of the module failed" test "$(stat_of assertions-failed)" = 0
	check "nothing stays armed" test "$(awk '$1 == "provider" { sum += $6 } END { print sum + 0, (NR > 0) }' /proc/dtrace/stats)" = "0 1"
	unload
}

stress_sites()
{
	[ "$stress_jump" = 0 ] && echo breaks || echo jumps
}

stress_finish()
{
	echo "ledger: release=$(uname -r) cpus=$(nproc) trap=$stress_trap sites=$(stress_sites) rounds=$stress_rounds seconds=$(($(date +%s) - stress_start))" \
		"firings=$stress_firings nested=$stress_nested"
	finish
}

# everything: a D program over all that can be armed; each clause only counts
everything()
{
	local program='fbt::: { @f = count(); } syscall::: { @s = count(); }'
	# one function is looked at: a list of them all would be of millions
	if dtrace -l -n 'instr::vfs_read:ret-*' 2>/dev/null | grep -q instr; then
		program="$program instr:::ret-* { @i = count(); }"
	fi
	echo "$program"
}

# every_provider: a D program over all functions and all that the other providers have here (nfsv3 has nothing before its module is loaded).
# Not in one program with all returns of instr: three breaks in each function that a tick of the clock calls are, in an emulated machine, more
# than the time to the next tick.
every_provider()
{
	local program='fbt::: { @f = count(); } syscall::: { @s = count(); }' name
	for name in $(awk '$1 == "provider" { print $2 }' /proc/dtrace/stats); do
		case $name in
		dtrace | profile | fbt | syscall | instr | cpc) ;;
		*) dtrace -l -P "$name" >/dev/null 2>&1 && program="$program $name::: { @$name = count(); }" ;;
		esac
	done
	echo "$program"
}

# selfcheck_expect: keeps the output of the self-check on this guest with nothing traced; before the module is loaded
selfcheck_expect()
{
	selfcheck_run >/tmp/self.expected || { not_ok "the self-check, untraced"; show /tmp/self.expected; finish; }
	show /tmp/self.expected
}

# selfcheck_run: work with a known result: files, pipes, processes, signals, floating point, compression, sorting
selfcheck_run()
{
	selfcheck || return
	awk 'BEGIN { for (i = 0; i < 4000; i++) { x = (x * 1103 + 12345) % 65536; print x, "line", i } }' >/tmp/self.text
	sort -n /tmp/self.text | sha256sum
	gzip -c /tmp/self.text | gunzip -c | md5sum
	bzip2 -c /tmp/self.text | bunzip2 -c | sha1sum
	tar cf - /tmp/self.text 2>/dev/null | tar tf -
	ls /lib/modules | wc -l
	rm -f /tmp/self.text
}

# selfcheck_same WHEN: its output now is the same
selfcheck_same()
{
	selfcheck_run >/tmp/self.now 2>&1
	cmp -s /tmp/self.now /tmp/self.expected && return
	not_ok "the self-check answers otherwise $1"
	diff /tmp/self.expected /tmp/self.now >/tmp/self.diff
	show /tmp/self.diff
}

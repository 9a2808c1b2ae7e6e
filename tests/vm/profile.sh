# SPDX-License-Identifier: MIT OR GPL-2.0-only
# profile-N on every CPU: its rate, and its arguments: the program counter in the kernel or the one in the program.
# @@workload
. /job/lib.sh
load
trace_ok 100 -q -n '
	profile-997 { @fired[cpu] = count(); }
	profile-997 /(arg0 != 0) == (arg1 != 0)/ { @wrong = count(); }
	profile-997 /arg2 < 0 || arg2 > 5000000000/ { @late = count(); }
	profile-997 /arg2 > 0/ { @measured = count(); }
	profile-997 /arg0/ { @kernel = count(); }
	profile-997 /arg1/ { @user = count(); }
	tick-5s { printa("cpu %d fired %@d\n", @fired); printa("wrong %@d\n", @wrong); printa("late %@d\n", @late);
		printa("measured %@d\n", @measured); printa("kernel %@d\n", @kernel);
		printa("user %@d\n", @user); exit(0); }'
show /tmp/out
for cpu in $(seq 0 $(($(nproc) - 1))); do
	fired=$(sed -n "s/^cpu $cpu fired //p" /tmp/out)
	check "CPU $cpu: 4985 firings within 2 %: ${fired:-none}" test "${fired:-0}" -ge 4885 -a "${fired:-0}" -le 5085
done
check "arg0 or arg1, never both or none" test -z "$(sed -n 's/^wrong //p' /tmp/out)"
check "none is as late as the whole run, or early" test -z "$(sed -n 's/^late //p' /tmp/out)"
at_least "firings whose lateness was measured" "$(sed -n 's/^measured //p' /tmp/out)" 4000
at_least "firings in the kernel" "$(sed -n 's/^kernel //p' /tmp/out)" 1
at_least "firings in programs" "$(sed -n 's/^user //p' /tmp/out)" 1
unload
finish

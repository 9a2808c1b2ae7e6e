# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Everything armed once, ended in the ordinary way, and once killed: for kernels that are not in the whole suite.
# @@workload
# @@limit 900
. /job/lib.sh
. /job/stress.sh
selfcheck_expect
stress_load
text_setup
text_save before
stress_going
armed_start "$(everything)"
selfcheck_same "with everything armed"
grep '^provider' /proc/dtrace/stats
at_least "sites armed" "$(awk '$1 == "sites" { print $2 }' /proc/dtrace/fbt | head -n 1)" 40000
armed_stop
tail -n 6 /tmp/armed.out
text_same "afterwards" before
armed_start "$(everything)"
kill -9 "$armed_pid"
wait "$armed_pid" 2>/dev/null
sleep 1
text_same "a second after kill -9" before
selfcheck_same "afterwards"
stress_unload
stress_finish

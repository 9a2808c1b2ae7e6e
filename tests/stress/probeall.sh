# SPDX-License-Identifier: MIT OR GPL-2.0-only
# mkprobeall: probes of fbt (and of instr's returns, where it is there) in groups, halved again and again, then one by one, with a
# report. The second argument may be the trap entry, the third whether sites become jumps; a fourth says each how manieth is tried
# alone (default: as many as the time allows).
# @@limit 3600
. /job/lib.sh
. /job/stress.sh
stride=${4:-37}
selfcheck_expect
stress_load
text_setup
text_save before
stress_rounds=1
check "mkprobeall fbt" mkprobeall -s "$stride" -t "$stress_seconds" -g 5000 fbt
selfcheck_same "afterwards"
check "mkprobeall syscall" mkprobeall -s 7 -t "$stress_seconds" -g 100 syscall
text_same "afterwards" before
stress_unload
stress_finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# panic() ends the machine, from a probe in the kernel and with nothing but the kernel's own message.
# @@dies Kernel panic - not syncing: dtrace: panic() action
# @@limit 200
. /job/lib.sh
load
trace 60 -qw -n 'fbt:vmlinux:vfs_open:entry / execname == "cat" / { panic(); } tick-1s / i++ == 0 / { system("cat /proc/version"); }'
show /tmp/err
not_ok "still here"
finish

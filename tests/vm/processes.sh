# SPDX-License-Identifier: MIT OR GPL-2.0-only
# docs/processes.md: each example on the page is run, ends as it does there, and prints what is there but for its numbers (parts/pages.sh).
# @@limit 900
# @@mem 1024
# @@programs coreutils python3-minimal libstdc++6
# @@cxx tests/vm/parts/manifold.cc
# @@with docs/processes.md
# @@with toolchains/guest
# @@with tests/vm/parts
. /job/lib.sh
. /parts/pages.sh
load
PATH=/usr/bin:$PATH
export PATH
awk 'BEGIN { for (i = 0; i < 150000; i++) print (i * 7919) % 1000003 }' >/tmp/numbers
page_run processes 12
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The D programs of tests/d on the kernel engine. Arguments go to tests/d/run: --every N/K takes every Nth program.
# @@limit 3400
# @@with tests/d
. /job/lib.sh
load
sh /d/run --dtrace /bin/dtrace "$@"
check "the programs of tests/d" test $? = 0
unload
finish

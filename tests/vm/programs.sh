# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs of Debian as they are, dynamically linked and stripped: with functions and instructions of every object armed they print what
# they print untraced, and end as they end untraced; a Python has its own probes.
# @@limit 1200
# @@mem 1024
# @@programs coreutils gzip python3-minimal
# @@with tests/vm/parts
. /job/lib.sh
. /parts/programs.sh
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The same programs of Debian as in programs.sh, those for 32 bits, dynamically linked, under a 64-bit kernel.
# @@limit 1200
# @@mem 1024
# @@programs32 coreutils gzip python3-minimal
# @@with tests/vm/parts
. /job/lib.sh
[ -e /usr/bin/ls ] || skip "no 32-bit programs for this kernel"
check "they are 32-bit programs" test "$(dd if=/usr/bin/ls bs=1 skip=4 count=1 2>/dev/null | od -An -tu1 | tr -d ' ')" = 1
. /parts/programs.sh
unload
finish

#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_flame_programs.sh flamegraph|speedscope DTRACE SOURCE - what -x oformat=folded and speedscope write, read by the program that it is for, as its package
# has it (test_flame_programs.py). The package is fetched once, and unpacked in the cache; it is not installed, and nothing of it is run but the program.
# Skipped where the package cannot be had.
. "$3/toolchains/lib/all.sh"
program=$1 dtrace=$2 here=$(cd "$(dirname "$0")" && pwd)
speedscope_version=1.25.0
folder=$anytrace_cache/flame-$program

skip() { echo "skipped: $*"; exit 77; }

fetch()
{
	rm -rf "$folder"
	mkdir -p "$folder/package"
	cd "$folder/package" || return
	case $program in
	# Devel::NYTProf has a copy of flamegraph.pl
	flamegraph) apt-get -q -o APT::Sandbox::User=root download libdevel-nytprof-perl && dpkg -x ./*.deb "$folder/root" ;;
	speedscope) npm pack --silent "speedscope@$speedscope_version" && mkdir "$folder/root" && tar -xzf ./*.tgz -C "$folder/root" ;;
	esac && touch "$folder/ready"
}

unpack() { [ -e "$folder/ready" ] || (logged "$anytrace_cache/flame-$program.log" fetch); }

case $program in
flamegraph) command -v apt-get >/dev/null || skip "no apt-get, to fetch flamegraph.pl with" ;;
speedscope) command -v npm >/dev/null || skip "no npm, to fetch and run speedscope with" ;;
esac
mkdir -p "$anytrace_cache"
quiet_step "unpacking $program into $folder (once)" with_lock "$folder.lock" unpack || skip "the package of $program cannot be had (log: $anytrace_cache/flame-$program.log)"
exec python3 "$here/test_flame_programs.py" "$program" "$dtrace" "$folder/root"

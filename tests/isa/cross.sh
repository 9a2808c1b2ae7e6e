# SPDX-License-Identifier: MIT OR GPL-2.0-only
# cross.sh - for scripts that compile a test for a CPU and run it: sourced with isa and top set.
# Sets cc, the compiler; run, an emulator or nothing; folders, of that CPU's sources; and sources, these. Exit 77 when there is no compiler or
# nothing to run its programs.
. "$top/toolchains/$isa.conf"
cc=$isa_triplet-gcc
run=$isa_emulator
case " $isa_processors " in *" $(uname -m) "*) cc=${CC:-cc} run= ;; esac
[ "$isa-$(uname -m)" != i386-x86_64 ] || run=
for tool in $cc $run; do
	if ! command -v "$tool" >/dev/null; then
		echo "skipped: no $tool"
		exit 77
	fi
done
folders="isa/generic ${isa_family:+isa/$isa_family} isa/$isa"
sources=
for folder in $folders; do
	sources="$sources $(sed -E "s/#.*//; /^[[:space:]]*$/d; s#^#$top/$folder/#" "$top/$folder/SOURCES" | tr '\n' ' ')"
done

# run_here PROGRAM ARG...: what it prints and its status; exit 77 where this machine has no 32-bit programs. PROGRAM 0 has to be quick
run_here()
{
	if [ -z "$run" ] && ! "$1" 0 >/dev/null 2>&1 && [ "$isa" = i386 ]; then
		echo "skipped: this machine does not run 32-bit programs"
		exit 77
	fi
	exec $run "$@"
}

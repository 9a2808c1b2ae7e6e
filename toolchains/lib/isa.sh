# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The CPUs (spec/isa.def) and what differs between them for the scripts (toolchains/<isa>.conf).

anytrace_isas=$(sed -n 's/^DT_ISA(\(.*\))$/\1/p' "$anytrace_top/spec/isa.def" | tr '\n' ' ')
anytrace_isas=${anytrace_isas% }
anytrace_default_isa=${anytrace_isas%% *}

# isa_facts ISA: reads toolchains/<isa>.conf, which sets (what is not there is empty)
#   isa_family            the folder isa/<family>, whose files it shares with another CPU
#   isa_processors        what uname -m and CMake may call it
#   isa_triplet           the compiler's prefix, without the last dash
#   isa_emulator          runs one program of it on another machine
#   isa_bits              32 or 64
#   isa_relocations_code isa_relocations_data   the kinds (R_...) in objects of the kernel that a call or jump has, and all others
#   isa_deb isa_flavour   Debian's architecture and kernel flavour
#   isa_go                GOARCH: what Go's compiler calls it
#   isa_karch isa_image   the kernel's ARCH=, and how its image file is called
#   isa_config            the kernel's configuration has this word set to y on this CPU, and on no other
#   isa_gcc_package isa_libc_package
#   isa_narrow isa_narrow_gcc isa_narrow_libc isa_narrow_isa   the compiler's prefix and the packages for the 32-bit programs
#                         that its kernel runs beside its own, and the CPU's name where it is one of ours
#   isa_musl isa_musl_package   a compiler for the C library musl, on a machine with that CPU, and its package
#   isa_series            the kernel series taken when none is named
#   isa_suites_SERIES     Debian's suites that have that kernel (6_12 for 6.12), best first; + joins those that belong together
#   isa_measured          the kernels that docs/coverage.md tells about
#   isa_qemu isa_qemu_package isa_machine isa_cpu isa_console
#   isa_bus               how the machine's devices are found: pci, or device (memory-mapped)
#   isa_smp               CPUs when no number is named
#   isa_append            for the kernel's command line
# and what the scripts in a guest know as isa_NAME, without `guest_` (tests/vm/lib.sh):
#   isa_guest_getpriority the number of that system call
#   isa_guest_pc_register the program counter's index in uregs[]
#   isa_guest_kernel_entry  a pattern: the kernel's function that a system call enters first
#   isa_guest_memory_classes  instr's classes of instructions that only read or write memory, where there are such
#   isa_guest_text_from   how far text is from the image's first byte: 2m: _stext's place in its 2 MiB; a symbol: from there; empty: in the ELF file
#   isa_guest_jump_share  of a thousand entries, and of a thousand returns, so many are jumps at least; empty: it has no jumps (docs/jump.md)
#   isa_guest_can         of these words, what it has: nmi (the emulator injects them), graph-of-all (the function graph tracer on every
#                         function), returns-of-all (so many that all can be armed under load), narrow-frames (user stacks of 32-bit programs),
#                         x32 (that ABI), tail-calls (its kernels are compiled with jumps to other functions),
#                         translators (all of them compile in time), cpu-clock (the kernel's sampling clock),
#                         c-library-frames (the C library has call frames for all its functions),
#                         jump-pairs (one jump for two probes that are side by side)
isa_facts()
{
	isa_known "$1" || die_status=2 die "unknown CPU '$1': known are $anytrace_isas"
	isa=$1
	isa_family= isa_narrow= isa_narrow_gcc= isa_narrow_libc= isa_narrow_isa= isa_musl= isa_musl_package= isa_append=
	unset "${!isa_suites_@}" "${!isa_guest_@}"
	. "$anytrace_top/toolchains/$isa.conf"
	# the machine's own compiler serves its own CPU: no second one to install
	if [ "$isa_deb" = "$(host_architecture)" ]; then
		isa_gcc_package=gcc isa_libc_package=libc6-dev
	else
		isa_musl=
	fi
}

# isa_known ISA: whether that is one of them
isa_known()
{
	case " $anytrace_isas " in *" $1 "*) return 0 ;; esac
	return 1
}

# isa_fact ISA NAME: one fact about a CPU, without making it the current one
isa_fact()
{
	(
		isa_facts "$1"
		echo "${!2}"
	)
}

# isa_of_processor NAME: the CPU that uname -m calls so; nothing when it is none of ours
isa_of_processor()
{
	local name
	for name in $anytrace_isas; do
		case " $(isa_fact "$name" isa_processors) " in *" $1 "*) echo "$name" && return ;; esac
	done
}

host_architecture()
{
	[ -n "${host_deb:-}" ] || host_deb=$(dpkg --print-architecture)
	echo "$host_deb"
}

# kernel_suites ISA SERIES[-FLAVOUR]: which suites (joined by +) are asked for that kernel, best first
kernel_suites()
{
	(
		isa_facts "$1"
		series=${2%%-*}
		suites=isa_suites_${series//./_}
		case $series in *[!0-9.]* | '') suites=isa_suites_ ;; esac
		if [ -z "${!suites:-}" ]; then
			there=("${!isa_suites_@}")
			there=${there[*]#isa_suites_}
			die "there is no kernel '$2' for $1: --kernel takes ${there//_/.}"
		fi
		echo "${!suites}"
	) || exit
}

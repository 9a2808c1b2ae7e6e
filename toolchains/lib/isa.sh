# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The facts that differ between the four CPUs, for the scripts: names of packages, compilers, emulators.

anytrace_isas="x86_64 i386 aarch64 riscv64"

# isa_facts ISA: sets
#   isa_deb isa_flavour   Debian's architecture and kernel flavour
#   isa_karch isa_image   the kernel's ARCH=, and how its image file is called
#   isa_triplet           the compiler's prefix, without the last dash
#   isa_gcc_package isa_libc_package
#   isa_qemu isa_qemu_package isa_machine isa_cpu isa_console
#   isa_narrow isa_narrow_gcc isa_narrow_libc   the compiler's prefix and the packages for the 32-bit programs that its kernel runs
#                         beside its own; empty when there are none
#   isa_append            for the kernel's command line. On x86 it does not try whether its timer ticks: on a busy machine the emulator's may
#                         come too late for that, and the kernel panics
#   isa_series            the kernel series taken when none is named
#   isa_smp               CPUs when no number is named. One on riscv64: there a CPU waits for another inside the firmware, which
#                         does not yield, so with the vCPUs of one thread every remote fence takes up to a tenth of a second,
#                         and the kernel needs one per page of a module that goes (80 s for ours)
isa_facts()
{
	isa=$1
	isa_narrow= isa_narrow_gcc= isa_narrow_libc= isa_append=
	case $isa in
	x86_64)
		isa_deb=amd64 isa_flavour=amd64 isa_karch=x86_64 isa_image=vmlinuz
		isa_triplet=x86_64-linux-gnu
		isa_gcc_package=gcc-x86-64-linux-gnu isa_libc_package=libc6-dev-amd64-cross
		isa_qemu=qemu-system-x86_64 isa_qemu_package=qemu-system-x86
		isa_machine="-machine pc" isa_cpu=max isa_console=ttyS0 isa_series=6.1 isa_smp=2 isa_append=no_timer_check
		isa_narrow=i686-linux-gnu isa_narrow_gcc=gcc-i686-linux-gnu isa_narrow_libc=libc6-dev-i386-cross
		;;
	i386)
		isa_deb=i386 isa_flavour=686-pae isa_karch=i386 isa_image=vmlinuz
		isa_triplet=i686-linux-gnu
		isa_gcc_package=gcc-i686-linux-gnu isa_libc_package=libc6-dev-i386-cross
		isa_qemu=qemu-system-i386 isa_qemu_package=qemu-system-x86
		isa_machine="-machine pc" isa_cpu=coreduo isa_console=ttyS0 isa_series=6.1 isa_smp=2 isa_append=no_timer_check
		;;
	aarch64)
		isa_deb=arm64 isa_flavour=arm64 isa_karch=arm64 isa_image=vmlinuz
		isa_triplet=aarch64-linux-gnu
		isa_gcc_package=gcc-aarch64-linux-gnu isa_libc_package=libc6-dev-arm64-cross
		isa_qemu=qemu-system-aarch64 isa_qemu_package=qemu-system-arm
		isa_machine="-machine virt" isa_cpu=max,pauth-impdef=on isa_console=ttyAMA0 isa_series=6.12 isa_smp=2
		isa_narrow=arm-linux-gnueabihf isa_narrow_gcc=gcc-arm-linux-gnueabihf isa_narrow_libc=libc6-dev-armhf-cross
		;;
	riscv64)
		isa_deb=riscv64 isa_flavour=riscv64 isa_karch=riscv isa_image=vmlinux
		isa_triplet=riscv64-linux-gnu
		isa_gcc_package=gcc-riscv64-linux-gnu isa_libc_package=libc6-dev-riscv64-cross
		isa_qemu=qemu-system-riscv64 isa_qemu_package=qemu-system-misc
		isa_machine="-machine virt -bios default" isa_cpu=rv64 isa_console=ttyS0 isa_series=6.12 isa_smp=1
		;;
	*)
		die_status=2 die "unknown CPU '$isa': known are $anytrace_isas"
		;;
	esac
	# the machine's own compiler serves its own CPU: no second one to install
	if [ "$isa_deb" = "$(host_architecture)" ]; then
		isa_gcc_package=gcc isa_libc_package=libc6-dev
	fi
}

host_architecture()
{
	[ -n "${host_deb:-}" ] || host_deb=$(dpkg --print-architecture)
	echo "$host_deb"
}

# kernel_suites ISA SERIES[-FLAVOUR]: which suites (joined by +) are asked for that kernel, best first
kernel_suites()
{
	set -- "$1" "${2%%-*}"
	case $1-$2 in
	*-6.1 | *-6.12)
		case $1 in
		riscv64)
			[ "$2" = 6.12 ] || die "Debian has no kernel $2 for riscv64: --kernel 6.12"
			echo trixie+trixie-security trixie
			;;
		i386)
			[ "$2" = 6.1 ] || die "Debian has no kernel $2 for i386: --kernel 6.1"
			echo bookworm+bookworm-security bookworm
			;;
		*)
			echo bookworm+bookworm-security bookworm+bookworm-backports bookworm
			;;
		esac
		;;
	*-7.2)
		[ "$1" = x86_64 ] || die "kernel 7.2 is for x86_64 only here"
		echo trixie+trixie-backports
		;;
	*)
		die "kernel series '$2' is not one of 6.1 6.12 7.2"
		;;
	esac
}

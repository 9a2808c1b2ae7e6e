# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The kernel that watches: Debian's source of 6.1 for x86_64, trimmed, with KASAN and PROVE_LOCKING (toolchains/sanitized.config). As a series it
# is called 6.1-sanitized. Built once, in the cache: 20 to 40 minutes of two cores; a build that was ended goes on where it was.

# KASAN tells the kernel's addresses by the CPU's features, which are empty for a moment of the boot: with page tables of five levels an
# interrupt at that moment is a report.
sanitized_append=no5lvl

# sanitized_install: what building a kernel wants
sanitized_install()
{
	want_file "/usr/src/linux-source-6.1.tar.xz" linux-source-6.1 "source of the kernel that watches"
	want bc bc "builds kernels"
	want bison bison "builds kernels"
	want flex flex "builds kernels"
	want make make "builds kernels"
	want_file "/usr/include/libelf.h" libelf-dev "builds kernels"
	want_file "/usr/include/openssl/opensslv.h" libssl-dev "builds kernels"
	install_wanted
}

# sanitized_build: kernel_dir is kept in the form that kernel_fetch gives it; ANYTRACE_JOBS says how many jobs
sanitized_build()
{
	local folder=$kernel_dir release
	! sanitized_ready "$folder" || return 0
	sanitized_install
	mkdir -p "$folder"
	sanitized_source "$folder" && sanitized_configure "$folder" || return
	logged "$folder/build.log" sanitized_make "$folder" -j"$anytrace_jobs" bzImage modules || return
	release=$(sanitized_make "$folder" -s kernelrelease) || return
	sanitized_place "$folder" "$release" || return
	echo "$release" >"$folder/release"
	touch "$folder/ready"
}

sanitized_make()
{
	local folder=$1
	shift
	make -C "$folder/source" O="$folder/objects" ARCH=x86_64 CROSS_COMPILE="$isa_triplet-" CC="$isa_triplet-gcc" "$@"
}

sanitized_source()
{
	[ ! -e "$1/source/Makefile" ] || return 0
	rm -rf "$1/unpack"
	mkdir -p "$1/unpack"
	tar -C "$1/unpack" -xJf /usr/src/linux-source-6.1.tar.xz && mv "$1/unpack/linux-source-6.1" "$1/source" && rmdir "$1/unpack"
}

# sanitized_ready FOLDER: there is a kernel, of the configuration that is in the tree
sanitized_ready()
{
	[ -e "$1/ready" ] && cmp -s "$1/config" "$anytrace_top/toolchains/sanitized.config"
}

# sanitized_configure FOLDER: again when our part has changed; what is asked for must be there afterwards
sanitized_configure()
{
	local folder=$1 part=$anytrace_top/toolchains/sanitized.config option missing=
	[ ! -e "$folder/config" ] || ! cmp -s "$folder/config" "$part" || return 0
	mkdir -p "$folder/objects"
	logged "$folder/config.log" sanitized_make "$folder" x86_64_defconfig || return
	(cd "$folder/objects" && logged "$folder/merge.log" "$folder/source/scripts/kconfig/merge_config.sh" -m .config "$part") || return
	logged "$folder/config.log" sanitized_make "$folder" olddefconfig || return
	for option in KASAN PROVE_LOCKING DEBUG_ATOMIC_SLEEP MMU_NOTIFIER KPROBES DYNAMIC_FTRACE_WITH_REGS BPF_JIT IA32_EMULATION EXT4_FS=m VIRTIO_CONSOLE=m; do
		case $option in *=*) ;; *) option=$option=y ;; esac
		grep -qx "CONFIG_$option" "$folder/objects/.config" || missing+=" $option"
	done
	[ -z "$missing" ] || { say "the kernel's configuration lacks$missing" && return 1; }
	cp "$part" "$folder/config"
}

# sanitized_place FOLDER RELEASE: image, modules, headers (the folder it was built in) and busybox, where kernel_unpack puts them
sanitized_place()
{
	local folder=$1 release=$2 root=$1/root plain=$anytrace_cache/kernel/x86_64-6.1/root
	rm -rf "$root"
	mkdir -p "$root/boot" "$root/usr/src" "$root/usr/bin" "$root/usr/lib"
	cp "$folder/objects/arch/x86/boot/bzImage" "$root/boot/vmlinuz-$release" || return
	logged "$folder/install.log" sanitized_make "$folder" INSTALL_MOD_PATH="$root" modules_install || return
	ln -s ../../../objects "$root/usr/src/linux-headers-$release" || return
	(kernel_prepare x86_64 6.1) || return
	cp "$plain"/bin/busybox "$root/usr/bin/" 2>/dev/null || cp "$plain"/usr/bin/busybox "$root/usr/bin/"
}

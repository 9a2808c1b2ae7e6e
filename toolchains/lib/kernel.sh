# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Debian's kernels for the four CPUs: looked up, fetched, unpacked and made ready for building modules, in the cache.
#
#   <cache>/kernel/<isa>-<series>/root/      the unpacked packages
#                                 release    what uname -r will say
#                                 ready      the last step is done
#                                 vmlinux-*  the kernel of x86_64, unpacked (kernel_quick)

# A SERIES may name a flavour that is not the usual one: 6.1-686 is the 32-bit x86 kernel without PAE, 6.1-sanitized one that is built here
# (sanitized.sh).
#
# kernel_prepare ISA SERIES: sets kernel_dir kernel_root kernel_release kernel_headers kernel_image, and kernel_append for its command line;
# fetches when needed
kernel_prepare()
{
	isa_facts "$1"
	case $2 in *-*) isa_flavour=${2#*-} ;; esac
	kernel_dir=$anytrace_cache/kernel/$1-$2
	kernel_root=$kernel_dir/root
	kernel_append=
	[ "$2" != 6.1-sanitized ] || kernel_append=$sanitized_append
	if [ "$1-$2" = x86_64-6.1-sanitized ] && ! sanitized_ready "$kernel_dir"; then
		step "building a kernel with KASAN and PROVE_LOCKING in $kernel_dir (half an hour, once)" \
			with_lock "$kernel_dir.lock" sanitized_build || die "no kernel 6.1-sanitized (logs: $kernel_dir/*.log)"
	elif [ ! -e "$kernel_dir/ready" ]; then
		step "fetching Debian's kernel $2 for $1 into $kernel_dir" \
			with_lock "$kernel_dir.lock" kernel_fetch "$1" "${2%%-*}" || die "no usable kernel $2 for $1"
	fi
	kernel_release=$(cat "$kernel_dir/release")
	kernel_headers=$kernel_root/usr/src/linux-headers-$kernel_release
	kernel_image=$kernel_root/boot/$isa_image-$kernel_release
}

# kernel_quick: kernel_image becomes the kernel that needs not unpack itself, where there is such a one for this emulator: made once, in the cache
kernel_quick()
{
	local image=$kernel_dir/vmlinux-$kernel_release
	[ "$isa_image" = vmlinuz ] && [ "$isa_karch" = x86_64 ] || return 0
	[ -e "$image.tried" ] || with_lock "$kernel_dir.lock" kernel_unpack_image "$image"
	[ ! -s "$image" ] || kernel_image=$image
}

# kernel_unpack_image FILE: FILE.tried says that it was tried, and why there is none
kernel_unpack_image()
{
	[ ! -e "$1.tried" ] || return 0
	if "$anytrace_top/tools/unpack-kernel" "$kernel_image" "$1.new" 2>"$1.why"; then
		mv "$1.new" "$1"
	fi
	mv "$1.why" "$1.tried"
}

kernel_fetch()
{
	local suites release status
	[ ! -e "$kernel_dir/ready" ] || return 0
	for suites in $(kernel_suites "$1" "$2"); do
		if ! foreign_update "$suites" "$isa_deb"; then
			say "the indexes of $suites for $isa_deb cannot be had now"
			continue
		fi
		for release in $(kernel_releases "$suites" "$2"); do
			rm -rf "$kernel_dir"
			mkdir -p "$kernel_dir/deb"
			if kernel_download "$suites" "$release" "$1" "$2"; then
				say "kernel $release, from $suites"
				kernel_unpack "$release" && return 0
			fi
			say "$release ($suites) is not complete, trying the next"
		done
	done
	return 1
}

# kernel_releases SUITES SERIES: the releases that have image and headers in the index, newest first
kernel_releases()
{
	foreign_apt "$1" "$isa_deb" apt-cache dumpavail |
		awk -v series="$2" -v flavour="$isa_flavour" '
			$1 != "Package:" { next }
			{ name = $2 }
			sub("^linux-(image|headers)-", "", name) && sub("-" flavour "$", "", name) &&
			name ~ "^" series "[.][0-9.]+([+]deb|-[0-9])[0-9]*$" { seen[name]++ }
			END { for (name in seen) if (seen[name] >= 2) print name "-" flavour }' |
		sort -rV
}

kernel_download()
{
	local suites=$1 release=$2 abi=${2%"-$isa_flavour"} parts=
	# since 7.x the package of the image is empty, and names these
	case $4 in 7.*) parts="linux-base-$release linux-binary-$release linux-modules-$release" ;; esac
	(
		cd "$kernel_dir/deb" &&
			# shellcheck disable=SC2086
			foreign_apt "$suites" "$isa_deb" apt-get download -qq "linux-image-$release" $parts \
				"linux-headers-$release" "linux-headers-$abi-common" busybox-static
	) >"$kernel_dir.download.log" 2>&1 && kernel_download_kbuild "$@" >>"$kernel_dir.download.log" 2>&1
}

# The build programs run on this machine, so they come for its CPU, and must not want a newer C library than it has:
# those of the same series from the suites made for Debian 12 do for all.
kernel_download_kbuild()
{
	local suites=$1 abi=${2%"-$isa_flavour"} series=$4 kbuild host name
	host=$(host_architecture)
	kbuild=linux-kbuild-$abi
	case $series in 6.1) kbuild=linux-kbuild-6.1 ;; esac
	case $series-$abi in
	7.*) kernel_download_libc "$suites" "$host" || return ;;
	*+deb13) suites=bookworm+bookworm-security ;;
	esac
	foreign_update "$suites" "$host" || return
	for name in "$kbuild" "${kbuild/+deb13/+deb12}" $(kbuild_names "$suites" "$host" "$series"); do
		(cd "$kernel_dir/deb" && foreign_apt "$suites" "$host" apt-get download -qq "$name") || continue
		echo "$name" >"$kernel_dir/kbuild"
		echo "$kbuild" >"$kernel_dir/kbuild-name"
		return 0
	done
	return 1
}

# Newer series have build programs of their own suite only: they get the C library and what else they want from there, too.
kernel_download_libc()
{
	local name
	foreign_update "$1" "$2" || return
	for name in libc6 zlib1g libelf1t64 libzstd1; do
		(cd "$kernel_dir/deb" && foreign_apt "$1" "$2" apt-get download -qq "$name") || return
	done
}

# kernel_wrap_kbuild: build programs that need a newer C library than this machine's run with the one unpacked beside them
kernel_wrap_kbuild()
{
	local loader program
	loader=$(compgen -G "$kernel_root/usr/lib*/ld-linux-*.so.2" | head -n 1)
	[ -n "$loader" ] || return 0
	find "$kernel_root/usr/lib/$(cat "$kernel_dir/kbuild")" -type f -perm -u+x | while read -r program; do
		[ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || continue
		mv "$program" "$program.real"
		printf '#!/bin/sh\nexec %s --library-path %s --argv0 "$0" %s "$@"\n' "$(shell_quote "$loader")" \
			"$(shell_quote "$(compgen -G "$kernel_root/usr/lib/*-linux-gnu")")" "$(shell_quote "$program.real")" >"$program"
		chmod 755 "$program"
	done
}

kbuild_names()
{
	foreign_apt "$1" "$2" apt-cache dumpavail | sed -n "s/^Package: \(linux-kbuild-$3[.+].*\)/\1/p" | sort -rV
}

kernel_unpack()
{
	local release=$1 deb makefile
	for deb in "$kernel_dir"/deb/*.deb; do
		dpkg-deb -x "$deb" "$kernel_root" || return
	done
	rm -rf "$kernel_dir/deb"
	[ -e "$kernel_root/lib/modules" ] || ln -s usr/lib "$kernel_root/lib" || return
	# both header trees reach the build programs by relative links under the name that goes with them
	if ! cmp -s "$kernel_dir/kbuild" "$kernel_dir/kbuild-name"; then
		ln -sfn "$(cat "$kernel_dir/kbuild")" "$kernel_root/usr/lib/$(cat "$kernel_dir/kbuild-name")" || return
	fi
	kernel_wrap_kbuild || return
	if [ ! -e "$kernel_root/boot/$isa_image-$release" ] && [ -e "$kernel_root/lib/modules/$release/$isa_image" ]; then
		mkdir -p "$kernel_root/boot" && ln -s "../lib/modules/$release/$isa_image" "$kernel_root/boot/$isa_image-$release" || return
	fi
	makefile=$kernel_root/usr/src/linux-headers-$release/Makefile
	sed -i -E "s#^include /usr/src/#include $kernel_root/usr/src/#; s#^(KBUILD_OUTPUT)=/usr/src/#\1=$kernel_root/usr/src/#" \
		"$makefile" || return
	depmod -b "$kernel_root" "$release" 2>/dev/null
	[ -s "$kernel_root/boot/$isa_image-$release" ] && [ -s "$kernel_root/lib/modules/$release/modules.dep" ] || return
	echo "$release" >"$kernel_dir/release"
	touch "$kernel_dir/ready"
}

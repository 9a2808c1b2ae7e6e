# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs of Debian, dynamically linked, for guests: what people trace. Unpacked in the cache, once for each set of packages.
#
#   <cache>/programs/<isa>-<sum of the packages' names>/root/   the unpacked packages, with all that they depend on, without documentation
#                                                     /ready  the last step is done

# what ./dtrace-vm puts beside busybox: ls, sort, cat ..., and their C library
programs_usual="coreutils"

# programs_prepare ISA PACKAGE...: sets programs_root; fetches when needed. Fails when they cannot be had now.
programs_prepare()
{
	local isa_name=$1 folder
	shift
	isa_facts "$isa_name"
	folder=$anytrace_cache/programs/$isa_name-$(echo "1 $isa_series $*" | cksum | cut -d' ' -f1)
	programs_root=$folder/root
	[ ! -e "$folder/ready" ] || return 0
	mkdir -p "$folder"
	step "fetching Debian's $* for $isa_name" with_lock "$folder.lock" programs_fetch "$folder" "$@" ||
		{ say "Debian's $* for $isa_name cannot be had now (log: $folder.log)" && return 1; }
}

# programs_fetch FOLDER PACKAGE...: from the suites that its usual kernel is from, the next ones when these cannot be had
programs_fetch()
{
	local folder=$1 suites
	shift
	[ ! -e "$folder/ready" ] || return 0
	for suites in $(kernel_suites "$isa" "$isa_series"); do
		if foreign_update "$suites" "$isa_deb" && programs_unpack "$folder" "$suites" "$@"; then
			touch "$folder/ready"
			return 0
		fi
	done
	return 1
}

# programs_unpack FOLDER SUITES PACKAGE...
programs_unpack()
{
	local folder=$1 suites=$2 deb
	shift 2
	rm -rf "$folder"
	mkdir -p "$folder/debs/partial" "$folder/root"
	# nothing is installed, so all that they depend on comes, too
	logged "$folder.log" foreign_apt "$suites" "$isa_deb" apt-get install -qq -y --download-only --no-install-recommends -o DPkg::Lock::Timeout=600 \
		-o Dir::Cache::archives="$folder/debs" "$@" || return
	for deb in "$folder"/debs/*.deb; do
		dpkg-deb -x "$deb" "$folder/root" || return
	done
	rm -rf "$folder/debs" "$folder/root/usr/share/doc" "$folder/root/usr/share/man" "$folder/root/usr/share/locale" "$folder/root/usr/share/info" "$folder"/root/usr/lib/*/gconv
	programs_merge "$folder/root"
}

# programs_merge ROOT: its programs are in usr/bin, where they do not stand in busybox's way; the dynamic linker is where programs look for it
programs_merge()
{
	local root=$1 name linker
	for name in bin sbin; do
		[ -d "$root/$name" ] && [ ! -L "$root/$name" ] || continue
		mkdir -p "$root/usr/$name"
		cp -an "$root/$name/." "$root/usr/$name/" && rm -rf "${root:?}/$name" || return
	done
	for linker in "$root"/usr/lib/ld-linux* "$root"/usr/lib64/ld-linux*; do
		[ -e "$linker" ] || [ -L "$linker" ] || continue
		name=${linker#"$root/usr/"}
		[ -e "$root/$name" ] || { mkdir -p "$root/${name%/*}" && ln -s "/usr/$name" "$root/$name"; } || return
	done
}

# programs_add ISA PACKAGE...: puts them into the guest that guest_begin has begun; fails when they cannot be had now
programs_add()
{
	programs_prepare "$@" || return
	cp -a "$programs_root/." "$guest_overlay/" || die "Debian's programs cannot be put into the guest"
}

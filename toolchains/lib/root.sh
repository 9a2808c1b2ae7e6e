# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A fresh Debian root for tests that install packages as a user does: made once by mmdebstrap, kept in the cache as an archive.
#
#   <cache>/root/<suite>-<architecture>.tar     the root: a kernel, its headers, an init; apt's indexes are those of the day it was made
#   <cache>/root/<suite>-<architecture>.debs/   packages that were installed into copies of it

root_packages="systemd-sysv udev kmod initramfs-tools"

# A kept root is made anew after that many days.
root_days=30

root_install()
{
	want mmdebstrap mmdebstrap "makes a fresh Debian root"
	want mke2fs e2fsprogs "makes the guest's disk"
	want unshare util-linux "mounts for one command alone"
}

# root_prepare SUITE: sets root_archive and root_debs; isa_facts was called
root_prepare()
{
	root_archive=$anytrace_cache/root/$1-$isa_deb.tar root_debs=$anytrace_cache/root/$1-$isa_deb.debs
	mkdir -p "$root_debs/partial"
	[ -n "$(find "$root_archive" -mtime "-$root_days" 2>/dev/null)" ] ||
		step "a fresh Debian root, $1 for $isa_deb, into $root_archive" with_lock "$root_archive.lock" root_make "$1" || die "no Debian root"
}

root_make()
{
	local suite=$1 packages
	[ -z "$(find "$root_archive" -mtime "-$root_days" 2>/dev/null)" ] || return 0
	archive_uris
	rm -rf "$root_debs"
	mkdir -p "$root_debs/partial"
	packages="${root_packages// /,},linux-image-$isa_flavour,linux-headers-$isa_flavour"
	{
		echo "deb $archive_main $suite main"
		[ -z "${archive_security:-}" ] || echo "deb $archive_security $suite-security main"
	} | logged "$root_archive.log" mmdebstrap --variant=minbase --architectures="$isa_deb" --include="$packages" \
		--aptopt='APT::Install-Recommends "false"' --dpkgopt=path-exclude=/usr/share/man/* --dpkgopt=path-include=/usr/share/man/man[18]/* \
		--skip=cleanup/apt/lists "$suite" "$root_archive.new.tar" - || return
	mv "$root_archive.new.tar" "$root_archive"
}

# root_unpack FOLDER: a copy of the root in FOLDER
root_unpack()
{
	mkdir -p "$1" && tar -x --numeric-owner --xattrs --xattrs-include='*' -f "$root_archive" -C "$1"
}

# root_run FOLDER COMMAND...: runs as root in the copy, with /proc, /dev and the kept packages, which are gone from there afterwards
root_run()
{
	local folder=$1
	shift
	# shellcheck disable=SC2016
	unshare --mount --pid --fork sh -c '
		root=$1 debs=$2
		shift 2
		mount --bind /dev "$root/dev" && mount -t proc proc "$root/proc" && mount -t sysfs -o ro sysfs "$root/sys" &&
			mount --bind "$debs" "$root/var/cache/apt/archives" || exit 125
		[ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
		exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
			chroot "$root" "$@"' sh "$folder" "$root_debs" "$@"
}

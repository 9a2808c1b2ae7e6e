# SPDX-License-Identifier: MIT OR GPL-2.0-only
# libmicrohttpd for the dtrace-export of packages, for one CPU, built by its cross compiler from the source of Debian 12, as libelf.sh does and for the same
# reasons. Guests have no dtrace-export. In the cache:
#
#   <cache>/microhttpd/<version>/*.tar.xz        the source
#   <cache>/microhttpd/<version>/<isa>/shared    include/ lib/libmicrohttpd.so

microhttpd_version=0.9.75
microhttpd_source=main/libm/libmicrohttpd/libmicrohttpd_$microhttpd_version.orig.tar.xz
microhttpd_sum=796e7e217a4802679fcac667a4e98501c53185dcf50ca0583870e84192620131

microhttpd_install()
{
	want xz xz-utils "unpacks the source of libmicrohttpd"
	want make make "builds libmicrohttpd"
}

# microhttpd_prepare ISA: sets microhttpd_root to its folder
microhttpd_prepare()
{
	local folder=$anytrace_cache/microhttpd/$microhttpd_version
	microhttpd_root=$folder/$1/shared
	mkdir -p "$folder"
	[ -e "$folder/$1/ready" ] || step "building libmicrohttpd $microhttpd_version for $1 in $folder/$1 (once)" with_lock "$folder/$1.lock" microhttpd_make "$folder" "$1" ||
		die "no libmicrohttpd for $1 (logs: $folder/$1.*.log)"
}

microhttpd_make()
{
	local folder=$1 result=$1/$2 logs=$1/$2 work=$1/$2.work
	[ ! -e "$result/ready" ] || return 0
	rm -rf "$result" "$work"
	mkdir -p "$result/shared/lib" "$result/shared/include" "$work/source"
	with_lock "$folder/fetch.lock" archive_fetch "$folder" "$microhttpd_source" "$microhttpd_sum" &&
		tar -xJf "$folder/${microhttpd_source##*/}" -C "$work/source" --strip-components=1 &&
		logged "$logs.configure.log" microhttpd_configure "$(isa_fact "$2" isa_triplet)" "$work/source" &&
		logged "$logs.make.log" make -C "$work/source/src/microhttpd" -j"$anytrace_jobs" libmicrohttpd.la &&
		cp "$work/source/src/include/microhttpd.h" "$result/shared/include/" &&
		cp -d "$work"/source/src/microhttpd/.libs/libmicrohttpd.so* "$result/shared/lib/" || return
	rm -rf "$work"
	touch "$result/ready"
}

# Programs are linked with it, and use that of the machine they are installed on: it needs no encryption of its own.
microhttpd_configure()
(
	cd "$2" && ./configure --host="$1" --disable-https --disable-dauth --disable-bauth --disable-httpupgrade --disable-postprocessor --disable-doc \
		--disable-examples --disable-curl --disable-tools --disable-nls --disable-static --enable-shared
)

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# libelf and libdw (of elfutils) and zlib for the programs of one CPU, built by its cross compiler from the sources of Debian 12. Debian 12 has no
# packages of them for riscv64, and the static libelf of newer ones does not link. In the cache:
#
#   <cache>/libelf/<version>/*.tar.bz2       the sources
#   <cache>/libelf/<version>/<isa>/static    include/ lib/libdw.a lib/libelf.a lib/libz.a: for guests' programs
#                                  /shared   include/ lib/libdw.so lib/libelf.so lib/libz.so: for packages, which use the libraries of
#                                            the machine they are installed on. No newer version: an older machine's would not serve

libelf_version=0.188
libelf_zlib_version=1.2.13
libelf_sources="
main/e/elfutils/elfutils_$libelf_version.orig.tar.bz2 fb8b0e8d0802005b9a309c60c1d8de32dd2951b56f0c3a3cb56d21ce01595dff
main/z/zlib/zlib_$libelf_zlib_version.dfsg.orig.tar.bz2 71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1"

libelf_install()
{
	want bzip2 bzip2 "unpacks the sources of libelf"
	want make make "builds libelf"
	want m4 m4 "builds libelf"
}

# libelf_prepare ISA KIND: sets libelf_root to the folder of that kind, static or shared
libelf_prepare()
{
	local folder=$anytrace_cache/libelf/$libelf_version+libdw
	libelf_root=$folder/$1/$2
	[ -e "$folder/$1/ready" ] || step "building libelf and libdw $libelf_version for $1 in $folder/$1 (once)" with_lock "$folder/$1.lock" libelf_make "$folder" "$1" ||
		die "no libelf for $1 (logs: $folder/$1.*.log)"
}

libelf_make()
{
	local folder=$1 result=$1/$2 logs=$1/$2 work=$1/$2.work triplet
	[ ! -e "$result/ready" ] || return 0
	triplet=$(isa_fact "$2" isa_triplet)
	rm -rf "$result" "$work"
	mkdir -p "$result/static/lib" "$result/static/include/elfutils" "$result/shared/lib" "$work/zlib" "$work/elfutils"
	with_lock "$folder/fetch.lock" libelf_fetch "$folder" || return
	tar -xjf "$folder/zlib_$libelf_zlib_version.dfsg.orig.tar.bz2" -C "$work/zlib" --strip-components=1 &&
		tar -xjf "$folder/elfutils_$libelf_version.orig.tar.bz2" -C "$work/elfutils" --strip-components=1 &&
		logged "$logs.zlib.log" libelf_make_zlib "$work/zlib" "$triplet" &&
		logged "$logs.configure.log" libelf_configure "$work/elfutils" "$work/zlib" "$triplet" &&
		logged "$logs.make.log" make -C "$work/elfutils/lib" -j"$anytrace_jobs" libeu.a &&
		logged "$logs.make.log" make -C "$work/elfutils/libelf" -j"$anytrace_jobs" libelf.a libelf.so &&
		logged "$logs.make.log" libelf_make_libdw "$work/elfutils" "$triplet" &&
		cp "$work"/zlib/zlib.h "$work"/zlib/zconf.h "$work"/elfutils/libelf/libelf.h "$work"/elfutils/libelf/gelf.h \
			"$work"/elfutils/libdw/dwarf.h "$result/static/include/" &&
		cp "$work/elfutils/libdw/libdw.h" "$result/static/include/elfutils/" &&
		cp "$work/zlib/libz.a" "$work/elfutils/libelf/libelf.a" "$work/elfutils/libdw.a" "$result/static/lib/" &&
		cp -r "$result/static/include" "$result/shared/" &&
		cp -d "$work"/zlib/libz.so* "$work"/elfutils/libelf/libelf.so* "$work"/elfutils/libdw/libdw.so* "$result/shared/lib/" || return
	rm -rf "$work"
	touch "$result/ready"
}

libelf_fetch()
{
	local place sum
	while read -r place sum; do
		[ -z "$place" ] || archive_fetch "$1" "$place" "$sum" || return
	done <<<"$libelf_sources"
}

libelf_make_zlib()
(
	cd "$1" && CHOST=$2 CC="$2-gcc" AR="$2-ar" RANLIB="$2-ranlib" CFLAGS="-O2 -fPIC" ./configure &&
		make -j"$anytrace_jobs" libz.a "libz.so.$libelf_zlib_version"
)

# newer compilers warn where this version's own did not
# libelf_make_libdw FOLDER TRIPLET: libdw.so of the archives that it consists of, and of the same ones libdw.a
libelf_make_libdw()
(
	parts="libdw/libdw_pic.a"
	cd "$1" || exit
	for part in libebl/libebl backends/libebl_backends libcpu/libcpu libdwelf/libdwelf libdwfl/libdwfl; do
		make -C "${part%/*}" -j"$anytrace_jobs" "${part##*/}_pic.a" || exit
		parts+=" ${part}_pic.a"
	done
	make -C libdw -j"$anytrace_jobs" libdw.so && {
		echo CREATE libdw.a
		printf 'ADDLIB %s\n' $parts
		echo SAVE
	} | "$2-ar" -M
)

libelf_configure()
(
	cd "$1" && ./configure --host="$3" CC="$3-gcc" CFLAGS="-O2 -Wno-error" CPPFLAGS="-I$2" LDFLAGS="-L$2" --disable-nls \
		--disable-debuginfod --disable-libdebuginfod --without-zstd --without-bzlib --without-lzma
)

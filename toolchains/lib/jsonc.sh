# SPDX-License-Identifier: MIT OR GPL-2.0-only
# json-c for the programs of one CPU, built by its cross compiler from the source of Debian 12, as libelf.sh does and for the same reasons. In the cache:
#
#   <cache>/json-c/<version>/*.tar.gz        the source
#   <cache>/json-c/<version>/<isa>/static    include/ lib/libjson-c.a: for guests' programs
#                                  /shared   include/ lib/libjson-c.so: for packages

jsonc_version=0.16
jsonc_source=main/j/json-c/json-c_$jsonc_version.orig.tar.gz
jsonc_sum=3ecaeedffd99a60b1262819f9e60d7d983844073abc74e495cb822b251904185

# jsonc_prepare ISA KIND: sets jsonc_root to the folder of that kind, static or shared
jsonc_prepare()
{
	local folder=$anytrace_cache/json-c/$jsonc_version
	jsonc_root=$folder/$1/$2
	mkdir -p "$folder"
	[ -e "$folder/$1/ready" ] || step "building json-c $jsonc_version for $1 in $folder/$1 (once)" with_lock "$folder/$1.lock" jsonc_make "$folder" "$1" ||
		die "no json-c for $1 (logs: $folder/$1.*.log)"
}

jsonc_make()
{
	local folder=$1 result=$1/$2 logs=$1/$2 work=$1/$2.work
	[ ! -e "$result/ready" ] || return 0
	rm -rf "$result" "$work"
	mkdir -p "$result/static/lib" "$result/static/include" "$result/shared/lib" "$work/source"
	with_lock "$folder/fetch.lock" archive_fetch "$folder" "$jsonc_source" "$jsonc_sum" &&
		tar -xzf "$folder/${jsonc_source##*/}" -C "$work/source" --strip-components=1 &&
		logged "$logs.configure.log" jsonc_configure "$2" "$work" &&
		logged "$logs.make.log" cmake --build "$work/build" -j "$anytrace_jobs" --target install &&
		cp -r "$work/root/include/json-c" "$result/static/include/" &&
		cp "$work/root/lib/libjson-c.a" "$result/static/lib/" &&
		cp -r "$result/static/include" "$result/shared/" &&
		cp -d "$work"/root/lib/libjson-c.so* "$result/shared/lib/" || return
	rm -rf "$work"
	touch "$result/ready"
}

# json-c asks for the behaviour of a CMake that knows no IN_LIST, which cross.cmake has; newer compilers warn where this version's own did not
jsonc_configure()
{
	cmake -G Ninja -S "$2/source" -B "$2/build" -DDTRACE_ISA="$1" -DCMAKE_TOOLCHAIN_FILE="$anytrace_top/toolchains/cross.cmake" -DCMAKE_BUILD_TYPE=Release -DCMAKE_POLICY_DEFAULT_CMP0057=NEW \
		-DCMAKE_INSTALL_PREFIX="$2/root" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=ON -DBUILD_STATIC_LIBS=ON -DBUILD_TESTING=OFF -DBUILD_APPS=OFF \
		-DDISABLE_WERROR=ON -DDISABLE_EXTRA_LIBS=ON -DENABLE_RDRAND=OFF
}

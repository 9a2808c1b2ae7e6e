# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Builds dtrace.ko for one CPU and one kernel, outside the source tree, from the same SOURCES lists CMake reads.
# Run it (toolchains/module) or source it after common.sh isa.sh packages.sh kernel.sh.

# module_folders ISA: the folders whose SOURCES go into the module, from the bottom up
module_folders()
{
	local family
	family=$(isa_fact "$1" isa_family) || return
	echo base
	echo isa/generic
	[ -z "$family" ] || echo "isa/$family"
	echo "isa/$1"
	echo core
	echo os/linux
	[ ! -e "$anytrace_top/os/linux/compat/SOURCES" ] || echo os/linux/compat
	[ ! -e "$anytrace_top/os/linux/process/SOURCES" ] || echo os/linux/process
	echo providers/exits
	echo providers/derived
	sed -n 's#^DT_PROVIDER(\([a-z0-9]*\), .*#providers/\1#p' "$anytrace_top/spec/provider.def"
}

# module_sources ISA: every source file of the module, relative to the tree. A folder's SOURCES names what every build
# takes, its SOURCES.module what only the module takes, its SOURCES.<isa> what only the module for that CPU takes.
module_sources()
{
	local folder list
	for folder in $(module_folders "$1"); do
		for list in SOURCES SOURCES.module "SOURCES.$1"; do
			[ -e "$anytrace_top/$folder/$list" ] || continue
			sed -E "s/#.*//; s/[[:space:]]+//g; /^$/d; s#^#$folder/#" "$anytrace_top/$folder/$list"
		done
	done
}

# module_build ISA SERIES: leaves <build>/<isa>-<series>/module/dtrace.ko and sets module_file
module_build()
{
	kernel_prepare "$1" "$2"
	module_build_with_headers "$@"
}

# module_build_running ISA RELEASE: the same for the kernel of this machine
module_build_running()
{
	kernel_headers=/lib/modules/$2/build
	[ -e "$kernel_headers/Makefile" ] || die "no headers of the running kernel $2: please install linux-headers-$2"
	module_build_with_headers "$@"
}

module_build_with_headers()
{
	module_out=$anytrace_build/$1-$2/module
	module_file=$module_out/dtrace.ko
	mkdir -p "$module_out"
	with_lock "$module_out.lock" module_make "$1" "$module_out" || die "the module for $1 $2 does not build (log: $module_out/make.log)"
}

module_make()
{
	local isa=$1 out=$2 made
	made=$(module_fingerprint "$isa" "$out") || return
	! is_made "$out/made" "$made" "$out/dtrace.ko" "$out/dtrace.o" || return 0
	rm -f "$out/made"
	module_link_sources "$isa" "$out" || return
	module_write_kbuild "$isa" "$out" || return
	module_write_version "$out" || return
	module_generate "$isa" "$out" || return
	module_run_make "$out" && echo "$made" >"$out/made"
}

# module_fingerprint ISA OUT: what the module is made of: the tree, where it is, the kernel's headers, the compiler
module_fingerprint()
{
	local headers
	headers=$(stat -Lc %Y "$kernel_headers"/{Makefile,Module.symvers,include/config/auto.conf} 2>/dev/null | tr '\n' ' ')
	# shellcheck disable=SC2086
	fingerprint "$1" "$2" "$kernel_headers" "$headers" "$(anytrace_commit)" "$("$isa_triplet-gcc" --version | head -n 1)" -- \
		$anytrace_sources "toolchains/$1.conf"
}

# module_tree_files ISA: every file of the tree that a build of the module may read, generators' input included
module_tree_files()
{
	local folders="include spec base core os/*.h os/linux providers isa/*.h isa/generic isa/$1" family
	family=$(isa_fact "$1" isa_family) || return
	[ -z "$family" ] || folders="$folders isa/$family"
	(cd "$anytrace_top" && find $folders -type f ! -name CMakeLists.txt ! -name 'SOURCES*' ! -name GENERATE ! -name 'Kbuild*' -print) | sort
}

# Kbuild puts objects beside sources, so the build folder holds links to every file of the tree that may be needed.
module_link_sources()
{
	local isa=$1 out=$2 file
	module_tree_files "$isa" >"$out/links.new" || return
	if ! cmp -s "$out/links.new" "$out/links" || ! [ "$(readlink "$out/isa/isa.h")" = "$anytrace_top/isa/isa.h" ]; then
		find "$out" -type l -delete
		while read -r file; do
			mkdir -p "$out/${file%/*}"
			ln -s "$anytrace_top/$file" "$out/$file" || return
		done <"$out/links.new"
		mv "$out/links.new" "$out/links"
	fi
}

# module_objects ISA: the list of objects as text for sed's right side: lines of a make variable
module_objects()
{
	local source objects=
	for source in $(module_sources "$1"); do
		[ -e "$anytrace_top/$source" ] || die "$source is listed in a SOURCES file but is not there"
		objects+=" \\\\\n\t${source%.*}.o"
	done
	[ -n "$objects" ] || die "no SOURCES list names a file: there is nothing to build a module from"
	echo "$objects"
}

module_write_kbuild()
{
	local isa=$1 out=$2 objects
	objects=$(module_objects "$isa") || exit
	sed -e "s#@objects@#$objects#" -e "s#@out@#$out#g" -e "s#@isa@#$isa#g" "$anytrace_top/os/linux/Kbuild.in" |
		replace_if_changed "$out/Kbuild"
}

module_write_version()
{
	local version commit
	version=$(anytrace_version)
	commit=$(anytrace_commit)
	mkdir -p "$1/generated"
	sed -e "s/@PROJECT_VERSION@/$version/" -e "s/@BUILD_VERSION@/$version${commit:+ ($commit)}/" "$anytrace_top/cmake/dt_version.h.in" |
		replace_if_changed "$1/generated/dt_version.h"
}

# module_generate ISA OUT: runs the lines of the folders' GENERATE lists (OUT there is the folder of generated headers) when
# a generator, a spec or a list is newer than the last time
module_generate()
{
	local isa=$1 out=$2 folder line lists=()
	# files that a failed generator left empty are made again
	find "$out/generated" -type f -empty ! -name stamp -delete
	for folder in $(module_folders "$isa"); do
		[ ! -e "$anytrace_top/$folder/GENERATE" ] || lists+=("$anytrace_top/$folder/GENERATE")
	done
	[ ${#lists[@]} -gt 0 ] || return 0
	if [ -e "$out/generated/stamp" ] &&
		[ -z "$(find "${lists[@]}" "$anytrace_top/tools" "$anytrace_top/spec" -type f ! -path '*/__pycache__/*' -newer "$out/generated/stamp" -print -quit)" ]; then
		return 0
	fi
	while read -r line; do
		(cd "$anytrace_top" && logged "$out/generate.log" eval "${line//OUT/"$out/generated"}") || return
	done < <(sed -E 's/#.*//; /^[[:space:]]*$/d' "${lists[@]}")
	touch "$out/generated/stamp"
}

replace_if_changed()
{
	cat >"$1.new"
	if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

# What the make variables are for: the kernel may be built by a newer compiler than ours (alignment option), and the
# BTF step wants a pahole of the kernel's age.
module_run_make()
{
	(
		ulimit -v 6000000
		logged "$1/make.log" make -j"$anytrace_jobs" -C "$kernel_headers" M="$1" ARCH="$isa_karch" CROSS_COMPILE="$isa_triplet-" \
			CC="$isa_triplet-gcc" CONFIG_DEBUG_INFO_BTF_MODULES= CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT= modules
	)
}

# textdump_build ISA SERIES: the tests' modules: one that reads kernel text, one that does what others may do beside us, one with
# tracepoints, one whose threads wait for locks; sets textdump_file, company_file, points_file and contend_file
textdump_build()
{
	helper_modules_build "$1" "$2" tests/vm/textdump
	textdump_file=$helper_modules/textdump.ko
	company_file=$helper_modules/company.ko
	points_file=$helper_modules/points.ko
	contend_file=$helper_modules/contend.ko
}

# helper_modules_build ISA SERIES FOLDER: the small modules whose sources and Kbuild are in FOLDER; sets helper_modules, where they are
helper_modules_build()
{
	helper_modules=$anytrace_build/$1-$2/${3##*/}
	mkdir -p "$helper_modules"
	with_lock "$helper_modules.lock" helper_modules_make "$anytrace_top/$3" "$helper_modules" ||
		die "the modules of $3 for $1 $2 do not build (log: $helper_modules/make.log)"
}

helper_modules_make()
{
	if [ -e "$2/made" ] && [ -z "$(find "$1" -type f -newer "$2/made" -print -quit)" ]; then
		return 0
	fi
	cp "$1"/*.[ch] "$1/Kbuild" "$2/" && module_run_make "$2" && touch "$2/made"
}

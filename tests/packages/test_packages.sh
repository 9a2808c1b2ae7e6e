#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_packages.sh [ISA...] - toolchains/package for each CPU: every kind has the same files, for that CPU, and none of another package.
. "$(dirname "$0")/../../toolchains/lib/all.sh"
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $anytrace_isas
version=$(anytrace_version) failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check()
{
	local what=$1
	shift
	if ! "$@"; then
		echo "FAILED: $isa: $what"
		failed=1
	fi
}

# files_of PACKAGE: what it installs that is no folder, with the library's folder called LIB
files_of()
{
	case $1 in
	*.deb) dpkg-deb -c "$1" | sed -n '/^d/!s/^.* \.\(\/[^ ]*\)\( -> .*\)\{0,1\}$/\1/p' ;;
	*.rpm) rpm -qp --qf '[%{FILEMODES:perms} %{FILENAMES}\n]' "$1" | sed -n '/^d/!s/^[^ ]* //p' ;;
	*.tar.gz) tar -tzf "$1" | sed -n '/\/$/!s/^[^/]*//p' ;;
	esac | sed -E 's#^/usr/lib(64|/[a-z0-9_]*-linux-gnu)?/(anytrace|pkgconfig|libdtrace)#LIB/\2#' | LC_ALL=C sort
}

# asked ARG...: what a script of the package of dtrace-export asks systemctl for, line by line; below $work/system
asked()
{
	local script=$1
	shift
	: >"$work/asked"
	PATH=$work/bin:$PATH DPKG_ROOT=$work/system sh "$work/control/$script" "$@" && cat "$work/asked"
}

# check_service_scripts: its services end before their program goes, and what starts them and their state with purge, nothing else
check_service_scripts()
{
	local wants=$work/system/etc/systemd/system/multi-user.target.wants all='dtrace-export@*.service'
	rm -rf "$work/control" "$work/system"
	dpkg-deb -e "$export" "$work/control"
	mkdir -p "$work/bin" "$wants" "$work/system/var/lib/anytrace-export" "$work/system/etc/anytrace-export"
	printf '#!/bin/sh\necho "$*" >>"%s"\n' "$work/asked" >"$work/bin/systemctl"
	chmod +x "$work/bin/systemctl"
	touch "$wants/other.service" "$work/system/etc/anytrace-export/calls.d" "$work/system/var/lib/anytrace-export/calls.state"
	ln -s /usr/lib/systemd/system/dtrace-export@.service "$wants/dtrace-export@calls.service"
	check "an upgrade lets its services run" test -z "$(asked prerm upgrade 9.9)"
	check "and restarts them" test "$(asked postinst configure 0.0)" = "daemon-reload
try-restart $all"
	check "removing it ends them" test "$(asked prerm remove)" = "stop $all"
	check "and tells systemd" test "$(asked postrm remove)" = daemon-reload
	check "what starts them stays until purge" test -L "$wants/dtrace-export@calls.service" -a -e "$work/system/var/lib/anytrace-export/calls.state"
	check "purge tells systemd" test "$(asked postrm purge)" = daemon-reload
	check "purge leaves the user's files, and no other" test "$(cd "$work/system" && find . ! -type d | sort)" = "./etc/anytrace-export/calls.d
./etc/systemd/system/multi-user.target.wants/other.service"
}

for isa; do
	isa_facts "$isa"
	rm -rf "$anytrace_build/$isa-package/packages"
	"$anytrace_top/toolchains/package" --isa "$isa" >"$work/names" || { echo "FAILED: no packages for $isa" && exit 1; }
	folder=$anytrace_build/$isa-package/packages
	deb=$folder/anytrace_${version}_$isa_deb.deb dkms=$folder/anytrace-dkms_${version}_all.deb
	python=$folder/python3-anytrace_${version}_all.deb
	rpm=$(compgen -G "$folder/anytrace-$version-1.*.rpm") rpm_dkms=$folder/anytrace-dkms-$version-1.noarch.rpm
	export=$folder/anytrace-export_${version}_$isa_deb.deb rpm_export=$(compgen -G "$folder/anytrace-export-$version-1.*.rpm")
	tar=$folder/anytrace-$version-Linux.tar.gz
	for file in "$deb" "$dkms" "$export" "$python" "$rpm" "$rpm_dkms" "$rpm_export" "$tar"; do
		check "$file is there" test -s "$file"
	done
	check "Debian's name of the CPU" test "$(dpkg-deb -f "$deb" Architecture)" = "$isa_deb"
	check "RPM's name of the CPU" test "$(rpm -qp --qf '%{ARCH}' "$rpm")" = "$isa"
	for needed in 'post /usr/sbin/groupadd' 'post /usr/sbin/update-alternatives' 'preun /usr/sbin/update-alternatives' 'postun /usr/sbin/groupdel'; do
		check "what the scripts run comes before them: $needed" grep -qx "$needed" <<<"$(rpm -qp --qf '[%{REQUIREFLAGS:deptype} %{REQUIRENAME}\n]' "$rpm")"
	done
	for needed in 'libc6 \(>= 2\.[0-9]+\)' 'libelf1 \| libelf1t64' 'libdw1 \| libdw1t64' zlib1g libjson-c5; do
		check "it depends on $needed" grep -Eq "(^|, )$needed(,|\$)" <<<"$(dpkg-deb -f "$deb" Depends)"
	done
	check "the Python package is for this version, and needs no compiler" test "$(dpkg-deb -f "$python" Depends)" = "anytrace (= $version), python3 (>= 3.10), python3-cffi-backend"
	check "it has its modules" test "$(files_of "$python" | grep -c '^/usr/lib/python3/dist-packages/anytrace/[a-z_]*\.\(py\|pyi\|typed\)$')" = 15
	dpkg-deb --fsys-tarfile "$python" | tar -xO ./usr/lib/python3/dist-packages/anytrace/_ffi.py >"$work/ffi-$isa"
	check "what it has of dtrace.h is the same for all CPUs" cmp "$work/ffi-$isa" "$work/ffi-$1"
	check ".rpm requires libelf, libdw, zlib and json-c" test "$(rpm -qpR "$rpm" | grep -Ec '^lib((elf|dw|z)\.so\.1|json-c\.so\.5)(\(\)\(64bit\))?$')" = 4
	check "dtrace-export depends on libmicrohttpd" grep -Eq '(^|, )libmicrohttpd12 \| libmicrohttpd12t64(,|$)' <<<"$(dpkg-deb -f "$export" Depends)"
	check ".rpm of it requires it" test "$(rpm -qpR "$rpm_export" | grep -Ec '^libmicrohttpd\.so\.12(\(\)\(64bit\))?$')" = 1
	check "nothing else does" test -z "$({ dpkg-deb -f "$deb" Depends && rpm -qpR "$rpm"; } | grep microhttpd)"
	check "no pkg-config for people who trace" test -z "$(rpm -qpR "$rpm" | grep pkg-config)"

	mkdir "$work/root" && dpkg-deb -x "$deb" "$work/root"
	check "the program is for this CPU" test "$(readelf -h "$work/root/usr/sbin/anytrace" | sed -n 's/.*Machine: *//p')" = \
		"$("$isa_triplet-gcc" -c -x c /dev/null -o "$work/empty.o" && readelf -h "$work/empty.o" | sed -n 's/.*Machine: *//p')"
	check "it has no symbols left" test -z "$(readelf -SW "$work/root/usr/sbin/anytrace" | grep ' \.symtab ')"
	check "libdtrace.so.1 has its name" grep -q 'SONAME.*libdtrace\.so\.1\]' <<<"$(readelf -dW "$work/root/usr/lib/$isa-linux-gnu/libdtrace.so.1")"
	rm -rf "$work/root"

	files_of "$deb" >"$work/deb"
	files_of "$rpm" >"$work/rpm"
	files_of "$export" >"$work/export"
	check ".rpm of dtrace-export as .deb" diff "$work/export" <(files_of "$rpm_export")
	for file in /usr/sbin/dtrace-export /usr/share/man/man8/dtrace-export.8.gz /usr/lib/systemd/system/dtrace-export@.service \
		/usr/share/bash-completion/completions/dtrace-export /usr/share/doc/anytrace-export/examples/prometheus.yml; do
		check "$file is in the package of dtrace-export" grep -qx "$file" "$work/export"
		check "$file is in no other" test -z "$(grep -x "$file" "$work/deb")"
	done
	check "the service starts the program that is installed" grep -q '^ExecStart=/usr/sbin/dtrace-export ' <<<"$(dpkg-deb --fsys-tarfile "$export" | tar -xO ./usr/lib/systemd/system/dtrace-export@.service)"
	check_service_scripts
	{ files_of "$deb" && files_of "$dkms" && files_of "$export" && files_of "$python" && printf '%s\n' /usr/sbin/dtrace /usr/share/man/man8/dtrace.8.gz /usr/share/bash-completion/completions/dtrace; } |
		LC_ALL=C sort >"$work/both"
	files_of "$tar" >"$work/tar"
	check "more than 30 files" test "$(wc -l <"$work/deb")" -gt 30
	check ".rpm as .deb" diff "$work/deb" "$work/rpm"
	check ".tar.gz as both" diff "$work/both" "$work/tar"
	# of systemtap-sdt-dev, dtrace, libdtrace2, libdtrace2-dev
	check "no other package's file" test -z "$(grep -E '^(/usr/s?bin/dtrace|/usr/share/man/man[18]/dtrace\..*|/usr/include/(dtrace|sys)/.*|/usr/include/dtrace\.h|/usr/lib/[a-z0-9_-]*/libdtrace\.so)$' "$work/deb" "$work/rpm")"
	check "the scripts hold nothing of the template" test -z "$({ dpkg-deb -I "$deb" postinst && dpkg-deb -I "$dkms" postinst && dpkg-deb -I "$python" postinst && dpkg-deb -I "$export" prerm && rpm -qp --scripts "$rpm" "$rpm_dkms" "$rpm_export"; } | grep '@[A-Za-z_]*@')"
done
[ $failed = 0 ] && echo "packages for $*: $(wc -l <"$work/both") files"
exit $failed

#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_files.sh LOOK - the probes of files that this machine has (libstdc++, python, ruby, postgresql...): LOOK sees what readelf -n
# sees, and every argument has a place.
look=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0 files=0 sites=0

# what readelf -n says: provider, name with dashes, location, semaphore, arguments
readelf_sites()
{
	readelf -nW "$1" 2>/dev/null | awk '
		function plain(number) { sub(/^0x0*/, "", number); return "0x" (number == "" ? "0" : number) }
		/Provider: / { provider = $NF }
		/ Name: / { name = $2; gsub(/__/, "-", name) }
		/Location: / { gsub(/,/, ""); location = $2; semaphore = $6 }
		/Arguments:/ { sub(/^ *Arguments: ?/, ""); print provider, name, plain(location), plain(semaphore), $0 }'
}

for file in /usr/lib/*/libstdc++.so.6 /usr/*-linux-gnu/lib/libstdc++.so.6 /usr/bin/python3.* /usr/lib/*/libpython3*.so* /usr/lib/*/libruby*.so.* /usr/lib/postgresql/*/bin/postgres /usr/bin/php* \
	/usr/lib/*/libvirt.so.0 /usr/lib/jvm/*/lib/server/libjvm.so /usr/lib/*/libstapsdt* /lib/*/libc.so.6; do
	[ -f "$file" ] && readelf -h "$file" >/dev/null 2>&1 || continue
	readelf_sites "$file" >wanted
	"$look" "$file" >got || { echo "FAILED: $file"; failed=1; continue; }
	sed '1d; s/ \[[^]]*\] / /; s/ (.*)$//' got >told
	diff wanted told >diff || { echo "FAILED: $file:"; head -5 diff; failed=1; }
	! grep '(argument' got || { echo "FAILED: $file: arguments without a place"; failed=1; }
	files=$((files + 1)) sites=$((sites + $(wc -l <wanted)))
done
echo "$files files, $sites sites"
[ $sites -gt 0 ] || { echo "no file with probes on this machine"; exit 77; }
exit $failed

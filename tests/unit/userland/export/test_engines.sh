#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_engines.sh DTRACE-EXPORT SOURCE - what dtrace-export serves, as Debian's Prometheus and Performance Co-Pilot have it (test_engines.py). Their packages
# are fetched once, and unpacked in the cache; they are not installed, because PCP's script for that wants a running systemd.
. "$2/toolchains/lib/all.sh"
program=$1 here=$(cd "$(dirname "$0")" && pwd)
folder=$anytrace_cache/engines
engine_packages="prometheus pcp pcp-conf python3-pcp libpcp3 libpcp-pmda3 libpcp-mmv1 libpcp-gui2 libpcp-import1 libpcp-web1 libpcp-archive1 libpcp-trace2
	libsasl2-2 libssl3 liblzma5 libsystemd0 python3-prometheus-client python3-requests python3-urllib3 python3-chardet python3-idna python3-certifi python3-six"

engines_unpack()
{
	local file
	[ ! -e "$folder/ready" ] || return 0
	rm -rf "$folder/root" "$folder/packages"
	mkdir -p "$folder/packages"
	# shellcheck disable=SC2086 # words
	(cd "$folder/packages" && logged "$folder/fetch.log" apt-get -q -o APT::Sandbox::User=root download $engine_packages) || return
	for file in "$folder"/packages/*.deb; do
		dpkg -x "$file" "$folder/root" || return
	done
	rm -rf "$folder/packages"
	touch "$folder/ready"
}

quiet_step "unpacking Prometheus and PCP into $folder (once)" with_lock "$folder.lock" engines_unpack ||
	die "the packages cannot be had: $engine_packages (log: $folder/fetch.log)"
exec env PYTHONPATH="$folder/root/usr/lib/python3/dist-packages" /usr/bin/python3 "$here/test_engines.py" "$program" "$folder/root" "$anytrace_top"

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# provider-pages.sh - for tools/provider-pages: prints what each provider of a table says of itself, with the modules of NFS loaded; and, when
# the guest has /commands/PROVIDER, what that command prints.
# @@modules nfsd nfs nfsv3 nfsv4
# @@limit 600
# @@with tests/vm/parts
. /job/lib.sh

load
modprobe nfs
modprobe nfsv3
modprobe nfsv4
. /parts/nfs-server.sh
for provider in fsinfo io ip kmem lockstat mib nfsv3 nfsv4 proc sched sysinfo tcp udp vfs vminfo; do
	echo "===== /proc/dtrace/$provider"
	cat "/proc/dtrace/$provider"
	echo "====="
done
if [ -d /commands ]; then
	connections up
	mount_three
	mount_four
	echo data >/mnt/share/folder/data
	for command in /commands/*; do
		echo "===== ${command##*/}"
		sh "$command" 2>&1
		echo "====="
	done
	umount /nfs3 /nfs4
fi
unload
finish

# SPDX-License-Identifier: MIT OR GPL-2.0-only
# nfs-server.sh - for scripts in a guest that have the modules nfs, nfsv3, nfsv4, nfsd: the guest serves /mnt/share to itself, and
# mount_three and mount_four mount it on /nfs3 and /nfs4.
# shellcheck shell=sh

disk_up
mkdir -p /mnt/share/folder /nfs3 /nfs4 /var/lib/nfs/v4recovery
ip link set lo up
ip addr add 127.0.0.1/8 dev lo 2>/dev/null
modprobe nfsd
mount -t nfsd nfsd /proc/fs/nfsd
# who is who, what is shared (insecure ports, the root of version 4, no_root_squash), and by which number: as its programs tell the server
echo "nfsd 127.0.0.1 2147483647 guests" >/proc/net/rpc/auth.unix.ip/channel
echo "guests /mnt/share 2147483647 9218 65534 65534 0" >/proc/net/rpc/nfsd.export/channel
printf 'guests 1 \\x00000000 2147483647 /mnt/share\n' >/proc/net/rpc/nfsd.fh/channel
nfspeer serve guests >/tmp/peer.log 2>&1 </dev/null || not_ok "nfspeer"
echo 10 >/proc/fs/nfsd/nfsv4gracetime
echo "tcp 2049" >/proc/fs/nfsd/portlist
echo 2 >/proc/fs/nfsd/threads
echo Y >/proc/fs/nfsd/v4_end_grace

mount_three()
{
	nfspeer mount 127.0.0.1:/mnt/share /nfs3 "vers=3,proto=tcp,port=2049,nolock,addr=127.0.0.1,mountaddr=127.0.0.1,mountport=111,mountproto=tcp,mountvers=3,actimeo=0" ||
		not_ok "a mount of version 3"
}
mount_four()
{
	nfspeer mount 127.0.0.1:/ /nfs4 "vers=4.0,proto=tcp,port=2049,addr=127.0.0.1,clientaddr=127.0.0.1,sec=sys,actimeo=0" || not_ok "a mount of version 4"
}

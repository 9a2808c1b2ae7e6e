/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Hardware types of network links by name. */
#pragma D option quiet
BEGIN { printf("%d %d %d %x\n", ARPHRD_ETHER, ARPHRD_INFINIBAND, ARPHRD_LOOPBACK, ARPHRD_NONE); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What is no packet is a fault, wherever it points: nowhere, into no address, an odd one, a task.
 * @@engine: kernel
 */
#pragma D option quiet

int faults;

BEGIN { pcap((void *)0, PCAP_IP); printf("not reached\n"); }
BEGIN { pcap(8, PCAP_IP); printf("not reached\n"); }
BEGIN { pcap(-8, PCAP_IP); printf("not reached\n"); }
BEGIN { pcap((uint64_t)curthread + 1, PCAP_IP); printf("not reached\n"); }
BEGIN { pcap((uint64_t)curthread, PCAP_IP); printf("not reached\n"); }
BEGIN { pcap(1 << 62, PCAP_IP); printf("not reached\n"); }
BEGIN { printf("%d faults\n", faults); exit(0); }
ERROR / arg4 == DTRACEFLT_BADADDR / { faults++; }

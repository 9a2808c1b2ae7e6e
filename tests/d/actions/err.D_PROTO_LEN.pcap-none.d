/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* pcap() takes two arguments. */
BEGIN { pcap(); exit(0); }

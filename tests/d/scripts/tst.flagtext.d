#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: flags as text, bits and addresses.
 * @@options: -q
 */
inline string flagtext[int f] = strjoin(f & O_RDWR ? "O_RDWR" : f & O_WRONLY ? "O_WRONLY" : "O_RDONLY", strjoin(f & O_CREAT ? "|O_CREAT" : "", strjoin(f & O_TRUNC ? "|O_TRUNC" : "", f & O_APPEND ? "|O_APPEND" : "")));
BEGIN { this->f = O_WRONLY | O_CREAT | O_TRUNC; printf("%s\n%s\n%s\n", flagtext[this->f], flagtext[0], flagtext[O_RDWR|O_APPEND]);
 printf("%x %x %d %d\n", 0xdeadbeef & 0xffff, ~0 & 0xff, 1 << 10, -16 >> 2);
 this->ip = 0xc0a80101; printf("%d.%d.%d.%d\n", (this->ip >> 24) & 0xff, (this->ip >> 16) & 0xff, (this->ip >> 8) & 0xff, this->ip & 0xff);
 printf("%d %d\n", (int8_t)200, (uint8_t)-1); printf("%d %u\n", -1, (uint32_t)-1); printf("%d\n", (uint64_t)-1 / 2 > 0); printf("%d %d\n", 7 % 3, -7 % 3);
 exit(0); }

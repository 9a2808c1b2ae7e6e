/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predefined type may be defined again as what it is. */
#pragma D option quiet


typedef unsigned char uint8_t;
typedef long long int64x_t;
typedef int pid_t;

BEGIN { printf("%d %d %d\n", sizeof(uint8_t), sizeof(int64x_t), sizeof(pid_t)); exit(0); }

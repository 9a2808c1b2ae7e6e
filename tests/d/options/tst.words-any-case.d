/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The words of boolean options, in any case. */
#pragma D option quiet=YES
#pragma D option flowindent=Off
#pragma D option rawbytes=tRUE
BEGIN { printf("quiet\n"); exit(0); }

#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: numbers to text and back.
 * @@options: -q
 */
BEGIN { printf("%s %s %s\n", lltostr(1234), lltostr(-1), lltostr(0)); printf("%d %d %d\n", strtoll("42"), strtoll("0x1f", 16), strtoll("-7xyz"));
 printf("%s\n", toupper("MiXed")); printf("%s\n", tolower("MiXed"));
 this->k = strjoin(lltostr(3), "ms"); printf("%s %d\n", this->k, strlen(this->k)); printf("%s\n", (string)"cast"); 
 this->n = 1234567; printf("%s\n", this->n >= 1000000 ? strjoin(strjoin(lltostr(this->n / 1000000), "."), strjoin(lltostr(this->n % 1000000 / 100000), "M")) : lltostr(this->n));
 exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * d_path(), getf() and link_ntop() compile.
 * @@xfail: the machine does not have d_path() and getf() yet
 */
#pragma D option quiet

tick-10s { trace(d_path((struct path *)8)); trace(link_ntop(1, (void *)8)); trace(getf(1)); }
BEGIN { printf("ok\n"); exit(0); }

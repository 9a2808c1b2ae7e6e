/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Functions of kernel locks compile with a pointer.
 * @@xfail: the machine does not have these subroutines yet
 */
#pragma D option quiet

tick-10s { trace(mutex_owned((struct mutex *)8)); trace(mutex_type_adaptive((struct mutex *)8)); trace(mutex_type_spin((struct mutex *)8)); trace(mutex_owner((struct mutex *)8)); trace(rw_read_held(NULL)); trace(rw_write_held(NULL)); trace(rw_iswriter(NULL)); }
BEGIN { printf("ok\n"); exit(0); }

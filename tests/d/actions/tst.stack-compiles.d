/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stack(), ustack() and jstack() with their numbers. */
#pragma D option quiet

tick-10s { stack(); stack(5); ustack(); ustack(5); ustack(5, 128); jstack(); jstack(5); jstack(5, 512); }
BEGIN { printf("ok\n"); exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_sample.h - for jump_walk.h: functions with sites that can be jumps; a return whose region begins before it. */
#define JUMP_FUNCTION       "\x55\x48\x89\xe5\x53\x48\x89\xfb\x48\x89\xd8\x5b\x5d\xc3\xcc\xcc\xcc\xcc"
#define JUMP_INSIDE         5 /* a site in the middle of it that can be a jump, or SIZE_MAX */
#define JUMP_RETURN         13
#define JUMP_SECOND         1 /* an instruction in the region of its entry */
#define JUMP_THIRD          4 /* and one more */
#define JUMP_EARLY          "\x55\x48\x89\xe5\x89\xf8\x5d\xc3"
#define JUMP_EARLY_AT       1 /* where the region of its return begins */
#define JUMP_EARLY_RETURN   7
#define JUMP_OVERLAP        "\x55\x48\x89\xe5\x89\xf8\x89\xf8\x5d\xc3" /* entry, next site, return: regions overlap */
#define JUMP_OVERLAP_RETURN 9
/* the stub of its entry takes two units */
#define JUMP_LARGE          "\x55\x48\x89\xe5\x48\xc7\x84\x24\x00\x01\x00\x00\x01\x00\x00\x00\x5d\xc3\xcc\xcc\xcc\xcc"
#define JUMP_SHORT          "\x90\xc3" /* no room: at its first instruction */
#define JUMP_SHORT_REASON   "too-short"

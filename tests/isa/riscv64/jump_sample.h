/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_sample.h - for jump_walk.h: functions with sites that can be jumps; a return whose region begins before it. */
#define JUMP_FUNCTION     "\x41\x11\x06\xe4\x22\xe0\x00\x08\x2a\x85\xa2\x60\x02\x64\x41\x01\x82\x80"
#define JUMP_INSIDE       SIZE_MAX /* a site in the middle of it that can be a jump, or SIZE_MAX */
#define JUMP_RETURN       16
#define JUMP_SECOND       2 /* an instruction in the region of its entry */
#define JUMP_THIRD        4 /* and one more */
#define JUMP_EARLY        "\x2a\x85\xa2\x60\x02\x64\x41\x01\x82\x80"
#define JUMP_EARLY_AT     2 /* where the region of its return begins */
#define JUMP_EARLY_RETURN 8
#define JUMP_SHORT        "\x2a\x85\x82\x80" /* no room: at its first instruction */
#define JUMP_SHORT_REASON "too-short"
/* its entry leaves it, too; that of JUMP_FUNCTION has to jump back */
#define JUMP_SMALL        "\x01\x45\x82\x80\x01\x00\x01\x00"
#define JUMP_SMALL_UNITS  2
#define JUMP_LARGE        JUMP_FUNCTION
#define JUMP_LARGE_UNITS  3
#define JUMP_UNITS        5 /* of the stubs of JUMP_FUNCTION's entry and return */

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_sample.h - functions with sites that can be jumps, each a region by itself: jump_walk.h. */
#define JUMP_FUNCTION     "\xfd\x7b\xbf\xa9\xfd\x03\x00\x91\xe1\x03\x00\xaa\xfd\x7b\xc1\xa8\xc0\x03\x5f\xd6"
#define JUMP_INSIDE       8 /* a site in the middle of it that can be a jump, or SIZE_MAX */
#define JUMP_RETURN       16
#define JUMP_EARLY        "\xfd\x03\x00\x91\xe1\x03\x00\xaa\xc0\x03\x5f\xd6"
#define JUMP_EARLY_AT     8 /* where the region of its return begins */
#define JUMP_EARLY_RETURN 8
#define JUMP_SHORT        "\x40\x01\x3f\xd6\xc0\x03\x5f\xd6" /* blr x10: at its first instruction */
#define JUMP_SHORT_REASON "call-inside"
/* cbnz x0, +8, which does not jump in walks: the stub of its entry takes two units */
#define JUMP_LARGE        "\x40\x00\x00\xb5\xe1\x03\x00\xaa\xc0\x03\x5f\xd6"

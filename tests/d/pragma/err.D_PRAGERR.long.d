/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A long text after #error. */
#error this text has more words than any directive of D could have: one two three four five six seven

BEGIN { exit(0); }

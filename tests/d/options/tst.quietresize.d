/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A rate that is out of range is changed without a word.
 * @@errsed: /matched/d
 * @@testing
 * @@options: -x quietresize -x cleanrate=10000hz
 */
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A value that no machine can give is refused: which option, and what is possible.
 * @@options: -x bufsize=5000000t
 * @@errsed: s/.*: Invalid/Invalid/
 */
BEGIN { exit(0); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A rate that is out of range is changed, and that is told.
 * @@any-output
 * @@options: -x cleanrate=10000hz
 * @@errsed: /matched/d
 */
BEGIN { exit(0); }

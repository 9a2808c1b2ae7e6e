/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A description without one provider has the attributes of an unknown one.
 * @@options: -e -v
 * @@sed: s|script .*:|script:|
 */
#pragma D attributes Stable/Stable/Common provider dtrace provider

d*:::BEGIN { exit(0); }

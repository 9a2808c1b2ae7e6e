/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Attributes of a provider, of a part of it, and of the program, in the report of -v.
 * @@options: -e -v
 * @@sed: s|script .*:|script:|
 */
#pragma D attributes Stable/Stable/Group provider dtrace provider
#pragma D attributes Obsolete/Evolving/Common provider dtrace name
#pragma D attributes Evolving/Evolving/ISA program

dtrace:::BEGIN { exit(0); }

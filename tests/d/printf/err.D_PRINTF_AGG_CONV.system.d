/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * %@ in system().
 * @@options: -w
 */
BEGIN { system("echo %@d", 5); }

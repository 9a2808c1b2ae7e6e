/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Every form of the program can be printed.
 * @@options: -e -x dump=tokens,ast,dif,dof -x core=x
 * @@errsed: s/0x[0-9a-f]* returns/0xADDR returns/; s/offset .*$/offset and size/; s/[0-9]* bytes/N bytes/
 */
#pragma D option quiet

BEGIN { exit(3); }

/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No such kernel symbol. */
BEGIN
{
	trace(`no_such_symbol_here);
	exit(0);
}
